/** One step. It is red until it is proven green, whatever happens on the way. */
import { errorText } from "../domain/thrown.js";
import { runStep } from "./run-step.js";
import { Runtime } from "./runtime.js";

/** What still holds the process after the last word was written has nothing to say any more. */
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
  sayOwnMistake(error);
  process.exit(1);
});
try {
  process.exitCode = await runStep(runtime, { stop: stop.signal, end: end.signal });
} catch (error) {
  sayOwnMistake(error);
}
setTimeout(() => process.exit(), LINGER_MS).unref();

function sayOwnMistake(error: unknown): void {
  runtime.error(`The action failed, which is a mistake of its own: ${errorText(error)}`);
}
