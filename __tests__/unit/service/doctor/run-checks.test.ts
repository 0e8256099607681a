/** Checks end, and end alone: what hangs, fails or rests on another one is told of like everything else. */
import { expect, it } from "@jest/globals";
import { runChecks } from "../../../../src/service/doctor/examine.js";
import { fine, RestsOn } from "../../../../src/service/doctor/finding.js";
import { StoreError } from "../../../../src/service/ports/world-error.js";

it("tells of each check in order, whatever becomes of the others", async () => {
  const findings = await runChecks(
    [
      { name: "hangs", look: () => new Promise(() => undefined) },
      { name: "breaks", look: () => Promise.reject(new TypeError("with a secret in it")) },
      { name: "fails", look: () => Promise.reject(new StoreError("the store is full: make room", true)) },
      { name: "rests", look: () => Promise.reject(new RestsOn("fails")) },
      { name: "is well", look: () => Promise.resolve([fine("one"), fine("two")]) },
    ],
    20,
  );
  expect(findings.map(({ check, level, says }) => `${level} ${check}: ${says}`)).toEqual([
    "problem hangs: the check did not finish within 0.02 s",
    "problem breaks: the check failed: TypeError",
    "problem fails: the store is full: make room",
    "warning rests: not checked",
    "ok is well: one",
    "ok is well: two",
  ]);
});
