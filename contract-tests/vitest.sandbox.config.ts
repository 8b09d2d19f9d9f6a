import { projectOn } from "./vitest.config.js";

// The same as CONTRACT_TARGET=sandbox, as a project of its own, so that one run can have the mock and the sandbox.
export default projectOn("sandbox", "sandbox");
