/** Wrong tokens per address: a burst, then one at a time, in memory that does not grow. */
import { expect, it } from "@jest/globals";
import { FailedAttempts } from "../../../../src/service/http/auth.js";

function world(maxAddresses?: number) {
  const clock = { now: 1_000_000 };
  return { clock, attempts: new FailedAttempts(() => clock.now, maxAddresses) };
}

it("lets twenty attempts fail, then one every three seconds", () => {
  const { clock, attempts } = world();
  for (let failure = 0; failure < 20; failure += 1) {
    expect(attempts.waitMs("a")).toBe(0);
    attempts.note("a");
  }
  expect(attempts.waitMs("a")).toBe(3000);
  clock.now += 2999;
  expect(attempts.waitMs("a")).toBe(1);
  clock.now += 1;
  expect(attempts.waitMs("a")).toBe(0);
  attempts.note("a");
  expect(attempts.waitMs("a")).toBe(3000);
});

it("forgives all in a minute", () => {
  const { clock, attempts } = world();
  for (let failure = 0; failure < 500; failure += 1) attempts.note("a");
  clock.now += 60_000;
  for (let failure = 0; failure < 19; failure += 1) attempts.note("a");
  expect(attempts.waitMs("a")).toBe(0);
});

it("counts every address for itself", () => {
  const { attempts } = world();
  for (let failure = 0; failure < 500; failure += 1) attempts.note("a");
  expect(attempts.waitMs("b")).toBe(0);
});

it("forgets who has waited longest when there are too many, and who is forgiven in any case", () => {
  const { clock, attempts } = world(100);
  for (let address = 0; address < 1000; address += 1) attempts.note(`a${address}`);
  expect(attempts.size).toBe(100);
  clock.now += 60_000;
  attempts.note("b");
  expect(attempts.size).toBe(1);
});
