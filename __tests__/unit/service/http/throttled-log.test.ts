/** A flood of requests does not flood the log. */
import { expect, it } from "@jest/globals";
import { SILENT_LOG, ThrottledLog } from "../../../../src/service/ports/log.js";

it("writes each message once a minute, with the number of those between", () => {
  let now = 0;
  const lines: unknown[] = [];
  const warn = (fields: unknown, message: string) => void lines.push([message, fields]);
  const log = new ThrottledLog({ log: { ...SILENT_LOG, warn }, monotonic: () => now });
  for (now of [0, 1, 59_999, 60_000, 60_001]) log.warn({ now }, "full");
  log.warn({ now }, "unsigned");
  now = 200_000;
  log.warn({ now }, "full");
  expect(lines).toEqual([
    ["full", { now: 0, more: 0 }],
    ["full", { now: 60_000, more: 2 }],
    ["unsigned", { now: 60_001, more: 0 }],
    ["full", { now: 200_000, more: 1 }],
  ]);
});
