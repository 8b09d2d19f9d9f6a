export type { SandboxClock } from "./clock.js";
export { createSandbox, type Sandbox, type SandboxOptions } from "./create-sandbox.js";
export { defaultSeed } from "./default-seed.js";
export type { ActiveFault, Fault, Faults } from "./faults/faults.js";
export type { Listening, ListenOptions } from "./listen.js";
export type { LogEntry } from "./log.js";
export type { Seed } from "./world/records.js";
export { SeedError, type SeedIssue } from "./world/seed-error.js";
