/**
 * Entry of the bundle: a step begins in `main.ts`, and a thread of one where computing does. Both are part of the first
 * file, and only the one that is needed runs.
 */
import { isMainThread } from "node:worker_threads";

if (isMainThread) await import(/* webpackMode: "eager" */ "./main.js");
else {
  const { computeForStep } = await import("./computed-targets.js");
  await computeForStep();
}
