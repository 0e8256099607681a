/** Entry point of the bundle: the main thread runs a step, and any other thread computes targets for it. */
import { isMainThread } from "node:worker_threads";

if (isMainThread) await import(/* webpackMode: "eager" */ "./main.js");
else {
  const { computeForStep } = await import("./computed-targets.js");
  await computeForStep();
}
