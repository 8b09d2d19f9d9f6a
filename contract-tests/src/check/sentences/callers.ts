import { type Contract, type Operation, remembered } from "content-service-contract";
import { bodyProperties } from "../resources/bodies.js";
import { plain, propertiesOfEntries, propertiesOfRecord, singular, successSchema } from "../resources/payload.js";
import { type Resource, resourcesAbove } from "../resources/resources.js";
import { callersOf } from "../session/callers.js";
import type { CheckTarget } from "../session/check.js";
import { referredIn } from "./references.js";
import {
  apiText,
  schemaText,
  sentencesAbout,
  sentencesIn,
  sentencesOf,
  sentencesOfResponses,
  textAt,
} from "./sentences.js";
import { CANNOT, MAY, MUST, NEEDS, pattern, QUOTE, someOf, wordPattern, wordsOf } from "./words.js";

/** Properties that hold a role. */
export const ROLE = /^(\w*role|permission|accesslevel)$/;

/** The roles of a contract: the values of its properties with roles, and those that the operator gives callers. */
export function roleNames(contract: Contract, target: CheckTarget): ReadonlySet<string> {
  return new Set([...listedRoles(contract), ...callersOf(target).flatMap(({ facts }) => facts.roles ?? [])]);
}

/** The values of the properties with roles that requests send and responses show. */
export const listedRoles = remembered((contract: Contract): string[] => {
  const properties = contract.operations.flatMap((one) => [
    ...bodyProperties(contract, one),
    ...propertiesOfRecord(contract, one),
    ...propertiesOfEntries(contract, one),
  ]);
  return properties.flatMap(([name, at]) => (ROLE.test(plain(name)) ? contract.enumAt(at) : []));
});

/** What an operation says of roles, if anything: "Only admins may do this", "Cleaners can change their own only." */
export function needOf(contract: Contract, operation: Operation, names: ReadonlySet<string>) {
  const needed = new Set<string>();
  const barred = new Set<string>();
  /** Those that may call for records of their own. */
  const owning = new Set<string>();
  /** Those that may call for records in which their user has the role. */
  const titled = new Set<string>();
  if (!mayForbid(operation)) return undefined;
  const [, own = ""] = /([^/{}]+)(\/\{[^{}]+\})?$/.exec(operation.path) ?? [];
  // Others may lack the access to some of its properties.
  const toOwn = pattern` to (it|them|((this|the|these) )?${someOf({ name: own })})(?=[.,;]|$)`;
  const rejections = sentencesOfResponses(contract, operation, /^403$/);
  const sentences = [...sentencesOf(contract, operation).map((one) => one.replace(toOwn, "")), ...rejections];
  for (const sentence of sentences.some((one) => ALL.test(one)) ? [] : sentences) {
    // "Drafts are visible to editors only" is about some of them.
    const [, shown = own] = IS_SHOWN.exec(sentence) ?? [];
    if (!pattern`^(it|they|(the |an? )?${someOf({ name: own })})$`.test(shown)) continue;
    // "…, which only organizers may ask for".
    if (/\b(unless|which|if|that (sends|sets|changes))\b/i.test(sentence)) continue;
    // "Admins, vets and nurses", "Teacher of the course and admins".
    const bare = sentence
      .replace(/ of (the|its) [\w-]+/gi, "")
      .replace(OF_OWN, "")
      .replace(/ \(4\d\d[^)]*\)/g, "");
    const isList = LIST.test(rolesIn(bare, names).reduce((text, { name }) => text.replace(wordOf(name), "*"), bare));
    const found = rolesIn(isList ? bare : sentence, names);
    const ofOwn = new Set(
      rolesIn(sentence, names).flatMap(({ name, after }) => (after.search(OF_OWN) === 0 ? name : [])),
    );
    const isGeneral =
      found.every(({ name, before, after }) => GENERAL.test(name) && !NOT.test(before) && !MAY_OWN.test(after)) &&
      !/\brole\b|`/.test(sentence);
    if (BY_OWNER.test(sentence))
      for (const name of names) if (rank(name) < MANAGES && found.every((one) => one.name !== name)) owning.add(name);
    for (const { name, before, after } of isGeneral ? [] : found) {
      if (pattern`\b${wordPattern(name)}s? of (the|its) `.test(sentence)) titled.add(name);
      const [isOfCreator, alternative] = OF_CREATOR.exec(after) ?? [];
      if (OWN_ONLY.test(after) || MAY_OWN.test(after) || ofOwn.has(name)) owning.add(name);
      else if (isList && rejections.includes(sentence) && !/\bonly\b/i.test(sentence)) barred.add(name);
      else if (LACKS.test(before)) needed.add(name);
      else if (isOfCreator !== undefined) (alternative === undefined ? owning : needed).add(name);
      else if (NOT.test(before) || (CANNOT_CALL.test(after) && !CANNOT_SOME.test(after))) barred.add(name);
      else if (isList || NEEDED.test(before) || ONLY.test(after) || MAY_CALL.test(after)) needed.add(name);
    }
  }
  // A `POST` that creates nothing can read, such as one that searches.
  const makesNothing = operation.method === "post" && operation.responses.every(({ status }) => status !== "201");
  const general =
    operation.isSafe || makesNothing ? [] : sentencesIn(apiText(contract)).flatMap((one) => rolesIn(one, names));
  for (const { name, after } of general) if (READS_ONLY.test(after)) barred.add(name);
  if (needed.size === 0 && barred.size === 0 && owning.size === 0) return undefined;
  const least = Math.min(...[...needed].map(rank));
  return {
    names: (role: string) => needed.has(role),
    isTitled: (role: string) => titled.has(role),
    /** Most records of a plan are those of the user of the token. */
    excludes: (role: string, isOwn: boolean) =>
      barred.has(role) ||
      (owning.has(role) && !isOwn) ||
      (needed.size > 0 && !needed.has(role) && !owning.has(role) && rank(role) <= least),
  };
}

/** Whether nobody may do something with records of their own: "Nobody decides on their own requests (403)." */
export function barsAuthor(contract: Contract, { name }: Resource, operation: Operation): boolean {
  const noun = wordPattern(singular(wordsOf(name).at(-1) ?? name));
  const own = pattern`\b(no(body| one|t)?|never|${CANNOT})\b[^.;]*\b(own (\w+ )?${noun}s?\b|${noun} of (their|your|his|her|one's) own\b)`;
  return sentencesAbout(contract, operation, /^4(03|09|22)$/).some((one) => own.test(one) && !/\bonly\b/i.test(one));
}

/** "Keys with scope read can only read." */
const READS_ONLY = pattern`^[^.;]*\b(${MAY} only (read|view)(?= ?[.,;(]|$| data\b| access\b)|(is|are|ha(s|ve)) read-only)`;

/** Whether a 403 is documented, by itself or as one of all other responses. */
function mayForbid({ responses }: Operation): boolean {
  return responses.some(({ status }) => status === "403" || status === "default");
}

/** The roles that a text names, with the words before and after each. */
function rolesIn(text: string, names: ReadonlySet<string>) {
  return [...names].flatMap((name) => {
    const match = wordOf(name).exec(text);
    if (match === null) return [];
    return [{ name, before: text.slice(0, match.index), after: text.slice(match.index + match[0].length) }];
  });
}

/** The role `admin` is also that of administrators. */
function wordOf(role: string): RegExp {
  const word = wordPattern(role).replace(/admin(istrator)?$/i, "admin(istrator)?");
  return pattern`\b${word}s?\b(?! (of|in) )`;
}

/** "By an admin or by the buyer who created it": the words after each. */
const OF_CREATOR =
  /^[`"']?( or (?:by )?(?:an?|the) [\w-]+)? (?:who|that) (?:has |have )?(?:created|made|placed|submitted|owns?) (?:it|them)\b/i;
/** "Only the author can edit it." */
const BY_OWNER = /\bonly (the|its|their) (author|owner|creator|submitter|sender|uploader)s?\b/i;

const IS_SHOWN = /^([\w`"' -]+?) (?:is|are) (?:only )?(?:visible|shown|returned|listed)\b/i;
/** "Admins, and hosts for tools of their own branch." */
const OF_OWN = / (for ([\w-]+ of )?|\()(their|his|her|its) own( [\w-]+)?\)?/i;
/** A sentence of roles alone. */
const LIST =
  /^([\w ]{0,20}: |(open|available) to |(allowed )?for |by )?(\w+ \()?[`"']?\*[`"']?((,| and| or|, and|, or) [`"']?\*[`"']?)*\)?( only(?=[.,;:]|$).*|, only (while|when|if|in) .*|[.;]?)$/i;
/** Words before and after a role that a caller needs. */
const NEEDED = pattern`\b(only|${NEEDS}|${MUST} (be|have)|restricted|reserved|limited to|(?<!not )(allowed for|available to)|at least)\b`;
const ONLY = /^[`"']? (role )?(only|is (required|needed))\b/i;
/** "Customers can have at most three", and "may only send the subject", give no right. */
const MAY_CALL = pattern`\b${MAY}\b(?! (only|have|hold|be)\b)`;
/** "Volunteers can update their own record." */
const MAY_OWN = pattern`^[^.,;]*\b${MAY} (only )?\w+ (their|his|her) own\b`;
/** Everybody may call. "Owners can remove anybody" is about whom they may remove. */
const ALL =
  /(?<!\b(can|may) \w+ )\b(all (roles|members|users)|every(body|one| member| user| role)|any(body|one| member| user| role))\b/i;
/** Words before and after a role that lacks the right. */
const NOT = /\b(never|not|not even|except) $|^not ((allowed|permitted|available) (for|to)|for) $/i;
/** "Caller is not admin", of a 403. */
const LACKS = /^(4\d\d:? )?(the )?(caller|user|token|account|you) (is|are) not (an? |the )?$/i;
const CANNOT_CALL = pattern`^${QUOTE}?( access| scope| permissions?| rights?)?( (and|or) \w+)?,? (${CANNOT}|is not enough|have no access(?! to))\b(?! (be|have)\b)`;
/** "Customers cannot write internal comments", but others. */
const CANNOT_SOME = pattern`^[^.,;]*?${CANNOT} (?!to )\w+ (?!(any|an?|the|these|this|new|other|others'?) )\w+ \w+s?\b`;
const OWN_ONLY = pattern`^${QUOTE}?,?( (and|or) \w+)?( ${MAY}( \w+){0,3})? (only ((those|the ones|\w+) (that |which )?(they|he|she)\b|(their|his|her) own\b|themselves\b)|(their|his|her) own( \w+){1,2} only\b)`;
/** Words that mean everybody who takes part, and not a role. */
const GENERAL = /^(member|user)$/i;

/** The rank of roles that may be meant where a sentence is about others alone. */
const MANAGES = 3;

/** How high a role is by its name: who owns a record has the rights of its editors. */
function rank(role: string): number {
  if (/(?<!re)view|read|guest|observ|audit/i.test(role)) return 0;
  if (/comment/i.test(role)) return 1;
  return 2 + ["manag|lead|maintain", "adm", "own|super|root"].findIndex((one) => new RegExp(one, "i").test(role)) + 1;
}

/** The properties of a record that callers with some roles do not see: "Never shown to guests", "Shown to admins only". */
export function hiddenFrom(
  contract: Contract,
  read: Operation | undefined,
  roles: readonly string[],
  names: ReadonlySet<string>,
): string[] {
  if (roles.length === 0) return [];
  return [...propertiesOfRecord(contract, read)].flatMap(([name, at]) => {
    const text = schemaText(contract, at);
    const named = (tail = "") => roles.filter((one) => wordOf(one).test(tail));
    const [, , barred] = HIDDEN.exec(text) ?? [];
    const [, allowed] = SHOWN_ONLY.exec(text)?.filter((part) => part !== undefined) ?? [];
    if (barred !== undefined && named(barred).length === roles.length) return name;
    // Who has a higher role than the named one sees it too.
    const able = [...names].filter((one) => wordOf(one).test(allowed ?? ""));
    const least = able.length === 0 ? 0 : Math.min(...able.map(rank));
    const isBelow = allowed !== undefined && roles.every((one) => rank(one) <= least) && named(allowed).length === 0;
    return isBelow ? name : [];
  });
}

const HIDDEN =
  /\b((?:never|not) (?:shown|visible|returned|included)\b[^.;]*? (?:to|for)|hidden from|(?:null|empty|omitted)[`"']? for)\b([^.;]*)/i;
const SHOWN_ONLY =
  /\b(?:(?:shown|visible|returned) only to|only (?:shown|visible|returned) to)\b([^.;]*)|\b(?:shown|visible|returned) to ([^.;]*?)(?: only\b|[.;,] (?:null|hidden|empty|missing) (?:for|from) (?:every|any)(?:body|one) else\b)/i;

/** The properties of a change that callers without a role may not name: "Only administrators may change it". */
export function reservedIn(contract: Contract, patch: Operation | undefined, names: ReadonlySet<string>) {
  if (patch === undefined || !mayForbid(patch)) return [];
  return [...bodyProperties(contract, patch)].flatMap(([name, at]) => {
    const text = schemaText(contract, at);
    const [, allowed = ""] = CHANGED_ONLY.exec(text)?.filter((part) => part !== undefined) ?? [];
    const able = [...names].filter((one) => wordOf(one).test(allowed));
    const least = Math.min(...able.map(rank));
    const excludes = (role: string) => !able.includes(role) && rank(role) <= least;
    return able.length === 0 ? [] : [{ name, excludes }];
  });
}

const CHANGED_ONLY = pattern`\bonly ([^.;]*?) ${MAY} (?:change|set|edit|update)\b|\b(?:changed|set|edited|updated) only by ([^.;]*)|\b(?:changed|set|edited|updated) by ([^.;]*?) only\b`;

/** Whether the records of a list are of the tenant of the caller: "The moves of your own company." */
export function isOfTenant(contract: Contract, list: Operation): boolean {
  return sentencesOf(contract, list).some((one) => OF_TENANT.test(one));
}

const TENANT = "(?:organi[sz]ation|tenant|company|workspace)";
const OF_TENANT = pattern`\b(your|(the|your|their|its) (own|caller's|user's|current)) ${TENANT}\b(?!.*\b(shared|public|global|common)\b)`;

const OF_THEIRS = pattern`\b(your|their|own) ${TENANT}\b`;

/**
 * Whether records are for all tenants: the contract says which ones each has for itself, and they are and name none of those.
 * The lists say so too, and these records need no role, where others do: "Those of their organization."
 */
export function isForAll(contract: Contract, resources: readonly Resource[], resource: Resource): boolean {
  const told = sentencesIn(apiText(contract)).filter((one) => OF_TENANT.test(one));
  const isOpen = resource.list?.access.roles.length === 0;
  const isTold = (list: Operation) => sentencesOf(contract, list).some((one) => OF_THEIRS.test(one));
  const lists = resources.filter(({ list }) => isOpen && list?.access.roles.length && isTold(list));
  const own = [...lists, ...resources.filter((one) => told.some((text) => pattern`\b${someOf(one)}\b`.test(text)))];
  const around = [resource, ...resourcesAbove(resource), ...referredIn(contract, resources, resource.create)];
  const names = [...propertiesOfRecord(contract, resource.read ?? resource.create).keys()];
  const namesTenant = names.some((one) => pattern`^${TENANT}(id)?$`.test(plain(one)));
  return own.length > 0 && !namesTenant && !around.some((one) => own.includes(one));
}

/** Whether the record in a response is for one caller alone: "A private note", "For its author only." */
export function isPrivate(contract: Contract, read: Operation | undefined): boolean {
  const schema = successSchema(read);
  return schema !== undefined && PRIVATE.test(schemaText(contract, schema));
}

const PRIVATE = /\bprivate\b|\bonly (the|its|their) (owner|author|creator)s?\b/i;

/** Whether a record is not for everybody, as its list can say, and whether others do not find it: "Found only by those who see it in the list." */
export function secrecyOf(contract: Contract, read: Operation, list: Operation) {
  const [text, listed] = [textAt(contract, read.pointer), textAt(contract, list.pointer)];
  const isOfOthers = OF_OTHERS.test(`${text} ${listed}`) || OF_CALLER.test(listed);
  return { isOfOthers, isHidden: HIDES.test(text) };
}

const OF_CALLER =
  /\b(current|calling|authenticated|logged[- ]in|signed[- ]in) user\b|\bcaller('s|\b(?=[.,]))|\b(your|my) (own )?\w+s\b/i;

const OF_OTHERS = /\b(only (by|for|to)|others?|another|own|private|(every(body|one)|any(body|one)) else)\b/i;
const HIDES =
  /\b(do(es)? not exist|(is|are) (not found|hidden|invisible)|404|cannot be (read|seen|found)|(found|shown|visible) only (by|for|to))\b/i;
