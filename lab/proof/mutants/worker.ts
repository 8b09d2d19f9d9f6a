import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { loadContract } from "content-service-contract";
import type { PlainRequest } from "../defects/defect.js";
import { type DefectServer, runKit, startDefectServer } from "../defects/defect-server.js";
import { exercise } from "../exercise.js";
import { MUTATED } from "./instrument.js";
import { randomCalls } from "./random-calls.js";

/** Stryker's switch: the active mutant, and the mutants that a part of the run has reached. */
interface Switch {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  mutantCoverage?: {
    readonly static: Readonly<Record<string, number>>;
    readonly perTest: Record<string, Readonly<Record<string, number>> | undefined>;
  };
}

export interface MutantResult {
  readonly id: string;
  /** Whether it changes a response of a fixed set of calls. A sandbox that does not start has no responses. */
  readonly visible: boolean;
  /** The first rule that found it. */
  readonly foundBy?: string | undefined;
}

/** The responses of the healthy sandbox, and the number of times that each mutant is reached, on import too. */
interface Healthy {
  readonly responses: string[];
  readonly reached: Readonly<Record<string, number>>;
  readonly onImport: string[];
}

/** Messages can have any text. */
const MESSAGE = /"message":"(?:[^"\\]|\\.)+"/g;
const HEALTHY = `${MUTATED}healthy.json`;
// The mutated code created this object.
const stryker = (globalThis as { __stryker__?: Switch }).__stryker__ ?? {};
const contract = loadContract();
/** A mutant that is active from the start, because it changes code that runs on import. */
const own = stryker.activeMutant;
stryker.activeMutant = undefined;
// The first worker measures the healthy sandbox for all of them.
if (!existsSync(HEALTHY)) writeFileSync(HEALTHY, JSON.stringify(await measured()));
stryker.currentTestId = undefined;
const { responses: healthy, reached, onImport } = JSON.parse(readFileSync(HEALTHY, "utf8")) as Healthy;
process.on("disconnect", () => process.exit());
process.on("message", async (id: string) => process.send?.(await tryMutant(id)));
process.send?.({ onImport });

async function measured(): Promise<Healthy> {
  const responses = await responsesOf("calls", undefined);
  await responsesOf("calls", responses);
  const finding = await kitFinds("kit");
  if (finding !== undefined) throw new Error(`Expected no finding on a healthy sandbox; received ${finding}`);
  const { static: atStart = {}, perTest = {} } = stryker.mutantCoverage ?? {};
  const reached: Record<string, number> = {};
  for (const counts of Object.values(perTest)) {
    for (const [id, count] of Object.entries(counts ?? {})) reached[id] = (reached[id] ?? 0) + count;
  }
  return { responses, reached, onImport: Object.keys(atStart) };
}

async function tryMutant(id: string): Promise<MutantResult> {
  const hits = reached[id] ?? 0;
  if (own === undefined && hits === 0) return { id, visible: false };
  stryker.activeMutant = id;
  // Some mutants loop forever.
  stryker.hitLimit = 100 * hits + 100_000;
  stryker.hitCount = 0;
  try {
    await startDefectServer(undefined);
  } catch {
    stryker.activeMutant = undefined;
    return { id, visible: false };
  }
  const visible = await responsesOf(undefined, healthy).then(
    (responses) => responses.length !== healthy.length,
    () => true,
  );
  stryker.hitCount = 0;
  const foundBy = await kitFinds(undefined).catch((error: unknown) =>
    visible ? undefined : `error: ${String(error)}`,
  );
  stryker.activeMutant = undefined;
  return { id, visible: visible || foundBy !== undefined, foundBy };
}

/** All responses of the fixed calls; with a comparison, those up to the first that differs. */
async function responsesOf(test: string | undefined, compared: readonly string[] | undefined): Promise<string[]> {
  stryker.currentTestId = test;
  const responses: string[] = [];
  const keep = (text: string) => {
    responses.push(text);
    if (compared !== undefined && compared[responses.length - 1] !== text) throw new Error("A response differs");
    return text;
  };
  const start = async (): Promise<DefectServer> => {
    const server = await startDefectServer(undefined);
    const respond = async (sent: PlainRequest) => {
      const response = await server.respond(sent);
      keep(JSON.stringify({ ...response, body: response.body?.replace(MESSAGE, "") }));
      return response;
    };
    return { ...server, respond };
  };
  for (const { id } of contract.operations) await exercise(await start(), id);
  for (let seed = 1; seed <= 8; seed += 1) {
    const server = await start();
    await randomCalls(server, contract, seed, 150, async (sent) => (await server.respond(sent)).body ?? "");
  }
  return responses;
}

/** Runs all checks up to the first finding. */
async function kitFinds(test: string | undefined): Promise<string | undefined> {
  stryker.currentTestId = test;
  const found = new AbortController();
  const { checks } = await runKit(await startDefectServer(undefined), {
    signal: found.signal,
    onProgress: ({ findings }) => findings.length > 0 && found.abort(),
  });
  const [finding] = checks.flatMap((check) => check.findings.map(({ rule }) => `${check.id} ${rule}`));
  return finding;
}
