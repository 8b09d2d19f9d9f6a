export type { SandboxClock } from "./clock/clock.js";
export { type Actions, ControlError } from "./control/actions.js";
export { createSandbox, type Sandbox, type SandboxOptions } from "./create-sandbox.js";
export { defaultSeed } from "./default-seed/index.js";
export type { ActiveFault, Fault, Faults } from "./faults/faults.js";
export type { Listening, ListenOptions } from "./http/listen.js";
export type { LogEntry } from "./http/log.js";
export { SeedError, type SeedIssue } from "./seed/validate-seed.js";
export type { Seed } from "./store/records.js";
