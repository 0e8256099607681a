/** Runs one step. Its exit code is 1 until the step has proven its success. */
import { errorText } from "../domain/thrown.js";
import { runStep } from "./run-step.js";
import { Runtime } from "./runtime.js";

/** After this time the process exits, even if something keeps it running. */
const LINGER_MS = 500;

/** The runner kills the step soon after SIGTERM. */
const AFTER_SIGTERM_MS = 700;

process.exitCode = 1;
const runtime = new Runtime();
const [stop, end] = [new AbortController(), new AbortController()];
process.on("SIGINT", () => stop.abort());
process.on("SIGTERM", () => {
  stop.abort();
  setTimeout(() => end.abort(), AFTER_SIGTERM_MS).unref();
});
process.on("uncaughtException", (error) => {
  reportBug(error);
  process.exit(1);
});
try {
  process.exitCode = await runStep(runtime, { stop: stop.signal, end: end.signal });
} catch (error) {
  reportBug(error);
}
setTimeout(() => process.exit(), LINGER_MS).unref();

function reportBug(error: unknown): void {
  runtime.error(`The action failed, which is a bug in the action: ${errorText(error)}`);
}
