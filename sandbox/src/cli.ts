#!/usr/bin/env node
// content-sandbox, here npm run sandbox: starts a sandbox with a server, and keeps it running until it is interrupted.
import { runSandbox } from "./run-sandbox.js";

await runSandbox(process.argv.slice(2));
