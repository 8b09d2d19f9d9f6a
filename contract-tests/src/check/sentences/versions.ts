import { type Contract, type Operation, stringsAt } from "content-service-contract";
import { bodyProperties } from "../resources/bodies.js";
import { plain, propertiesOfRecord } from "../resources/payload.js";
import { schemaText, sentencesAbout } from "./sentences.js";

/** The property of a request that holds an etag or, as "The version that you have read last" says, the version of the record. */
export function tagIn(contract: Contract, operation: Operation): string | undefined {
  const texts = sentencesAbout(contract, operation, /^(409|412)$/);
  const shown = propertiesOfRecord(contract, operation);
  const isTag = ([name, at]: [string, string]) => {
    const node = contract.schemaAt(at);
    if (node["readOnly"] === true) return false;
    // "Optimistic locking" can stand beside the property of the record alone.
    const described = [at, shown.get(name) ?? at].map((one) => schemaText(contract, one));
    const isVersion = VERSION.test(plain(name)) && stringsAt(node, "type").includes("integer");
    const isTold = () => [...described, ...texts].some((one) => COMPARES.test(one));
    return plain(name) === "etag" || (isVersion && isTold());
  };
  return [...bodyProperties(contract, operation)].find(isTag)?.[0];
}

const VERSION = /^(row|lock)?(version|revision)$/;
/** How a text says that a change is rejected where somebody else has changed the record. */
const COMPARES =
  /\bversion (that )?(the|you|client)\b.*\b(read|based|seen|known)\b|\bversion\b[^.;]*\blast (read|seen|known|loaded|fetched)\b|\b(changed|modified|updated) (by (someone|somebody|another|others)|since|in the meantime|meanwhile)\b|\bversion\b.*\b(current|conflict|stale|outdated|match|differ)|\b(stale|outdated|older?|wrong) version\b|\boptimistic\b/i;
