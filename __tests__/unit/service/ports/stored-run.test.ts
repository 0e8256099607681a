/** Test runs are stored with the names of the first version, and read back as the engine creates them. */
import { expect, it } from "@jest/globals";
import { storedRun, testRunOf } from "../../../../src/service/ports/stored-run.js";
import { after, aQueue, runNamed, submitted } from "../../../support/queue-builder.js";

const run = runNamed(after(aQueue(), submitted(1)), "1");

it("is stored with the tip that it is valid for as standsOn", () => {
  const { validForTip, ...rest } = run;
  expect(storedRun(run)).toEqual({ ...rest, standsOn: validForTip });
});

it("is read back as it was, with its fields in the same order", () => {
  const read = testRunOf(storedRun(run));
  expect(JSON.stringify(read)).toBe(JSON.stringify(run));
});
