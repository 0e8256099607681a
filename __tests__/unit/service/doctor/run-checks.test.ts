/** Checks end, and end alone: what hangs, fails or rests on another one is told of like everything else. */
import { expect, it } from "@jest/globals";
import { runChecks } from "../../../../src/service/doctor/examine.js";
import { fine, RestsOn } from "../../../../src/service/doctor/finding.js";
import { StoreError } from "../../../../src/service/ports/world-error.js";
import { settle } from "../../../support/manual-clock.js";

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

it("hands each finding on when those before it are there, and names the checks that still run", async () => {
  const [first, second, third] = [
    Promise.withResolvers<null>(),
    Promise.withResolvers<null>(),
    Promise.withResolvers<null>(),
  ];
  const after = (name: string, { promise }: typeof first) => ({
    name,
    look: async () => {
      await promise;
      return [fine(`${name} is well`)];
    },
  });
  const seen: string[] = [];
  const running = runChecks(
    [after("a", first), after("b", second), after("c", third)],
    60_000,
    (ready, pending) => {
      seen.push(`${ready.map(({ check }) => check).join("+")} then ${pending.join("+")}`);
    },
  );
  for (const one of [third, first, second]) {
    one.resolve(null);
    await settle();
  }
  expect((await running).map(({ check }) => check)).toEqual(["a", "b", "c"]);
  expect(seen).toEqual([" then a+b+c", " then a+b", "a then b", "b+c then "]);
});
