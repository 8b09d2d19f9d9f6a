import { createSandbox } from "content-service-sandbox";
import type { Tarballs } from "../pack.js";
import { type Consumer, ok } from "./consumer.js";
import { makeProject } from "./project.js";
import type { Row } from "./table.js";
import { type RowRules, timedRow } from "./timed-row.js";

/** Where a consumer gets the packages from, and where its project goes. */
export interface Surroundings extends RowRules {
  readonly tarballs: Tarballs;
  /** The folder in which projects are made. */
  readonly inside: string;
}

/** Makes the project of a consumer, and has it do all its checks, each on a world that is put back before. */
export async function runConsumer(consumer: Consumer, surroundings: Surroundings): Promise<Row[]> {
  const making = makeProject(consumer.project, surroundings.tarballs, surroundings.inside);
  const installed = await timedRow(consumer, INSTALLED, () => making.then(() => ok()), surroundings);
  if (installed.result === "FAILED") return [installed];
  const project = await making;
  const sandbox = await createSandbox();
  try {
    const service = await sandbox.listen();
    const rows = [installed];
    for (const { what, run } of consumer.checks) {
      sandbox.reset();
      rows.push(await timedRow(consumer, what, () => run(project, service), surroundings));
    }
    return rows;
  } finally {
    await sandbox.close();
    await project.remove();
  }
}

const INSTALLED = "npm install from the tarball";
