/**
 * For `--import`: a process whose machine shows another time of day, by as many milliseconds as stand in the file named by
 * CLOCK_AHEAD_FILE, whenever that is written anew. Timers and the monotonic clock stay as they are.
 */
import { readFileSync } from "node:fs";

const READ_EVERY_MS = 20;
const RealDate = Date;

let aheadMs = 0;
let readAt = Number.NEGATIVE_INFINITY;

function now() {
  if (performance.now() - readAt > READ_EVERY_MS) {
    aheadMs = Number(readFileSync(process.env.CLOCK_AHEAD_FILE, "utf8"));
    readAt = performance.now();
  }
  return RealDate.now() + aheadMs;
}

globalThis.Date = new Proxy(RealDate, {
  apply: () => new RealDate(now()).toString(),
  construct: (_target, given, made) =>
    Reflect.construct(RealDate, given.length === 0 ? [now()] : given, made),
  get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
});
