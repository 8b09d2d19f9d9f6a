#!/usr/bin/env node
// content-sandbox (in this repository: npm run sandbox): runs a sandbox server until SIGINT or SIGTERM.
import { runSandbox } from "./run-sandbox.js";

await runSandbox(process.argv.slice(2));
