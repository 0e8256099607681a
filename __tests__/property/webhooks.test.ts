/**
 * Over random lives of a queue: whatever the API shows of a pull request, receivers are told once, and of nothing else.
 * More of them: `WEBHOOK_LIVES=5000 npm run jest -- __tests__/property/webhooks`.
 */
import { expect, it } from "@jest/globals";
import { decide } from "../../src/engine/decide.js";
import type { Decision } from "../../src/engine/model/decision.js";
import type { Queue } from "../../src/engine/model/queue.js";
import { liveRandomly } from "../support/random-life.js";
import { aQueueName } from "../support/stored-queue.js";
import { countOf } from "../support/test-size.js";
import { describeForTests, payloadOf, type Told } from "../support/told-by-story.js";

const LIVES = countOf("WEBHOOK_LIVES", { reduced: 20, share: 20, all: 30, full: 3000 });
const ENDS = ["merged", "failed", "canceled"];
/** What the API calls the state in which a message says that a pull request is. */
const WORDS: Readonly<Record<string, string>> = {
  notReady: "submitted",
  pending: "queued",
  testing: "testing",
  merged: "merged",
  failed: "failed",
  cancelled: "canceled",
};

it(`tells each thing once in ${LIVES} lives`, () => {
  let messages = 0;
  const seen = new Set<unknown>();
  for (let seed = 1; seed <= LIVES; seed += 1) {
    const lastWords = new Map<unknown, string>();
    let version = 0;
    liveRandomly(seed, (queue, event) => {
      const decision = decide(queue, event);
      version += 1;
      const told = tell(queue, decision, version);
      messages += told.length;
      for (const message of told) seen.add(message["type"]);
      const story = `seed ${seed}, decision ${version}: ${event.kind}`;
      expect({ story, broken: problemsOf(queue, decision, told, lastWords) }).toEqual({ story, broken: [] });
      return decision;
    });
  }
  // All there are, so that a life without batches or failures does not pass for a proof.
  expect(seen.size).toBe(11);
  expect(messages).toBeGreaterThan(LIVES * 10);
}, 600_000);

function tell(queue: Queue, decision: Decision, version: number): readonly Told[] {
  const name = aQueueName();
  const before = { name, queue, version: version - 1, wakeAt: null };
  const messages = describeForTests(before, { ...before, queue: decision.queue, version }, decision);
  expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length);
  return messages.map(({ body, event, at }) => {
    const payload = payloadOf(body);
    expect(payload).toMatchObject({ type: event, timestamp: new Date(at).toISOString() });
    return payload;
  });
}

function problemsOf(
  before: Queue,
  decision: Decision,
  told: readonly Told[],
  lastWords: Map<unknown, string>,
): readonly string[] {
  return [
    ...problemsOfPaths(told, lastWords),
    ...problemsOfStates(before, decision, told),
    ...problemsOfBatches(told),
    ...problemsOfQueue(before, decision, told),
  ];
}

/** Every stay begins with its submission, ends once, and nothing is said of who is not there. */
function problemsOfPaths(told: readonly Told[], lastWords: Map<unknown, string>): readonly string[] {
  const problems: string[] = [];
  for (const { pr_number: number, action } of told) {
    if (number === undefined) continue;
    const last = lastWords.get(number);
    const isThere = last !== undefined && !ENDS.includes(last);
    if ((action === "submitted") === isThere)
      problems.push(`#${JSON.stringify(number)}: ${String(action)} after ${last}`);
    lastWords.set(number, String(action));
  }
  return problems;
}

/** What a client reads before and after is what it was told: the last word on each, and none on whom nothing moved. */
function problemsOfStates(before: Queue, decision: Decision, told: readonly Told[]): readonly string[] {
  const problems: string[] = [];
  const ends = decision.concluded.map((entry) => ({ ...entry, state: entry.ended ?? entry.state }));
  for (const entry of [...decision.queue.entries, ...ends]) {
    const { number } = entry.facts;
    const was = before.entries.find((earlier) => earlier.sequence === entry.sequence);
    const word = WORDS[entry.state];
    const said = told.filter((message) => message["pr_number"] === number).map(({ action }) => action);
    if (was?.state === entry.state) continue;
    if (word !== undefined && said.at(-1) !== word)
      problems.push(`#${number} is ${word}, told ${said.join()}`);
  }
  const moves = decision.transitions.filter(({ to }) => WORDS[to] !== undefined).length;
  const words = told.filter((message) => message["pr_number"] !== undefined).length;
  return moves === words ? problems : [...problems, `${moves} moves, ${words} told`];
}

/** A batch has at least two, its test and its merge are those of each of them, and no two batches share one. */
function problemsOfBatches(told: readonly Told[]): readonly string[] {
  const problems: string[] = [];
  const batches = told.filter(({ pr_numbers: several }) => several !== undefined);
  for (const { action, pr_numbers: several, test_branch: branch } of batches) {
    const numbers: readonly unknown[] = Array.isArray(several) ? several : [];
    if (numbers.length < 2) problems.push(`a batch of ${numbers.length}`);
    if (action !== "testing") continue;
    const members = told.filter(
      (message) => message["action"] === action && message["test_branch"] === branch,
    );
    const own = members.map((message) => message["pr_number"]).filter((number) => number !== undefined);
    const [batch, tested] = [JSON.stringify(numbers), JSON.stringify(own)];
    if (batch !== tested) problems.push(`batch ${batch} of ${tested}`);
  }
  const alone = told.filter(
    ({ type, batched, pr_number: number }) =>
      type === "pull_request.testing" &&
      batched === true &&
      !batches.some(({ action, pr_numbers: several }) => {
        return action === "testing" && Array.isArray(several) && several.includes(number);
      }),
  );
  return [...problems, ...alone.map(({ pr_number: number }) => `#${String(number)} is tested in no batch`)];
}

function problemsOfQueue(before: Queue, { queue }: Decision, told: readonly Told[]): readonly string[] {
  const count = told.filter(({ type }) => type === "queue.state_changed").length;
  const expected = before.state === queue.state ? 0 : 1;
  return count === expected ? [] : [`${count} changes of state told, ${expected} seen`];
}
