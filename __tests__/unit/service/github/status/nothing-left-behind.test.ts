/**
 * What people see in the end where something was turned off, refused, lost or pushed meanwhile: nothing false stays.
 */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { pullRequestNumber } from "../../../../../src/domain/ids.js";
import type { StatusMark } from "../../../../../src/service/ports/status-store.js";
import { headOf } from "../../../../support/fake-commits.js";
import {
  cancelled,
  changed,
  failed,
  landed,
  observed,
  passed,
  pushed,
  submitted,
} from "../../../../support/queue-builder.js";
import { OUR_LOGIN } from "../../../../support/seen-github.js";
import { RELEASE, StatusWorld } from "../../../../support/status-world.js";

const COMMENT = "POST /issues/{number}/comments";
const CHECK = "POST /check-runs";
const EDIT = "PATCH /issues/comments/{id}";

function pullRequestMark(number: number): StatusMark {
  return {
    subject: { kind: "pullRequest", number: pullRequestNumber(number) },
    waitMs: 0,
    onlyIfKnown: false,
  };
}

let world: StatusWorld;
beforeEach(async () => {
  world = await StatusWorld.open({ concurrency: 1 });
  world.github.addPull({ number: 1, headSha: headOf(1) });
});
afterEach(() => world.close());

describe("what landed as another commit than its head", () => {
  beforeEach(() => world.happens(changed({ mergeMethod: "squash" })));

  it("is open again when somebody has pushed to it since", async () => {
    await world.happens(submitted(1), passed("1"), landed());
    world.github.addPull({ number: 1, headSha: headOf(1, 1) });
    world.begin();
    await world.seen(120_000);
    expect(world.github.pulls.get(1)?.state).toBe("open");
    expect(world.github.asked.filter((call) => call === "PATCH /pulls/{number}")).toHaveLength(2);
    expect(world.headlines(1)).toEqual(["### Merge Queue: Merged"]);
  });

  it("stays closed when a person has pushed to it and closed it", async () => {
    world.begin();
    await world.happens(submitted(1), passed("1"), landed());
    world.github.addPull({ number: 1, headSha: headOf(1, 1), state: "closed" });
    world.github.closers.set(1, "mona");
    await world.seen(120_000);
    expect(world.github.pulls.get(1)?.state).toBe("closed");
  });
});

describe("a setting that is turned off", () => {
  it("leaves a comment that says so in place of the last word, with one call", async () => {
    world.begin();
    await world.happens(submitted(1));
    await world.seen();
    await world.happens(changed({ commentsEnabled: false }));
    await world.seen();
    await world.happens(passed("1"), landed());
    await world.seen(60_000);
    expect(world.headlines(1)).toEqual(["### Merge Queue: No longer reported here"]);
    expect(world.github.asked.filter((call) => call === EDIT)).toHaveLength(1);
  });

  it("leaves none that nobody heard of", async () => {
    world.begin();
    world.github.next(COMMENT, { kind: "isLost" });
    await world.happens(submitted(1));
    await world.seen(4000);
    await world.happens(changed({ commentsEnabled: false }));
    await world.seen(60_000);
    expect(world.headlines(1)).toEqual(["### Merge Queue: No longer reported here"]);
  });

  it("writes no comment where there is none, and none anew where somebody took it away", async () => {
    world.begin();
    await world.happens(submitted(1));
    await world.seen();
    world.github.comments.length = 0;
    await world.happens(changed({ commentsEnabled: false }));
    await world.seen();
    await world.happens(passed("1"), landed());
    await world.seen();
    expect(world.headlines(1)).toEqual([]);
  });

  it("leaves no commit status that waits for ever", async () => {
    const body = { message: "Resource not accessible by personal access token" };
    world.github.next(CHECK, { kind: "answers", status: 403, body });
    world.begin();
    await world.happens(submitted(1));
    await world.seen();
    await world.happens(changed({ statusCheckEnabled: false }));
    await world.seen();
    await world.happens(failed("1"), failed("1"));
    await world.seen(60_000);
    expect(world.github.statuses.map(({ state, description }) => `${state}: ${description}`)).toEqual([
      "pending: Testing",
      "success: No longer reported on",
    ]);
  });

  it("and on again shows everything as it is", async () => {
    world.begin();
    await world.happens(submitted(1));
    await world.seen();
    await world.happens(changed({ commentsEnabled: false, statusCheckEnabled: false }));
    await world.seen();
    await world.happens(changed({ commentsEnabled: true, statusCheckEnabled: true }));
    await world.seen();
    expect(world.headlines(1)).toEqual(["### Merge Queue: Testing"]);
    expect(world.github.checks.map(({ status }) => status)).toEqual(["in_progress"]);
  });
});

describe("no check stays open", () => {
  const open = () => world.github.checks.filter(({ status }) => status !== "completed");
  beforeEach(() => {
    world.begin();
  });

  it("of which nobody heard before the check was turned off", async () => {
    world.github.next(CHECK, { kind: "isLost" });
    await world.happens(submitted(1));
    await world.seen(4000);
    await world.happens(changed({ statusCheckEnabled: false }));
    await world.seen(60_000);
    expect(world.github.checks).toHaveLength(1);
    expect(open()).toEqual([]);
  });

  it("of which nobody heard before the pull request was submitted again", async () => {
    world.github.next(CHECK, { kind: "isLost" });
    await world.happens(submitted(1));
    await world.seen(3500);
    await world.happens(cancelled(1), submitted(1));
    await world.seen(60_000);
    await world.happens(passed("1"), landed());
    await world.seen(60_000);
    expect(world.github.checks).toHaveLength(2);
    expect(open()).toEqual([]);
  });

  it("that GitHub would once not have changed", async () => {
    await world.happens(submitted(1));
    await world.seen();
    world.github.next("PATCH /check-runs/{id}", { kind: "fails", retryable: false });
    await world.happens(cancelled(1));
    await world.seen();
    await world.happens(submitted(1));
    await world.seen();
    await world.happens(passed("1"), landed());
    await world.seen(60_000);
    expect(world.github.checks).toHaveLength(2);
    expect(open()).toEqual([]);
  });

  it("that was created before GitHub would not have it looked for", async () => {
    world.github.next(CHECK, { kind: "isLost" });
    world.github.next("GET /commits/{sha}/check-runs", { kind: "fails", retryable: false });
    await world.happens(submitted(1));
    await world.seen(30_000);
    await world.happens(passed("1"), landed());
    await world.seen(60_000);
    expect(world.github.checks).toHaveLength(1);
    expect(open()).toEqual([]);
  });
});

describe("a check run that was created unnoticed and is listed late", () => {
  const checks = () =>
    world.github.checks.map(({ sha, status }) => `${sha === headOf(1) ? "first" : "second"}: ${status}`);
  beforeEach(async () => {
    world.begin();
    world.github.isListLate = true;
    world.github.next(CHECK, { kind: "isLost" });
    await world.happens(submitted(1, { facts: { mergeability: "not_mergeable" } }));
    await world.seen(4000);
  });

  async function isListed(): Promise<void> {
    await world.seen(20_000);
    world.github.isListLate = false;
    await world.seen(120_000);
    const calls = world.github.asked.length;
    await world.seen(120_000);
    expect(world.github.asked.slice(calls)).toEqual([]);
  }

  it("is completed, and its successor goes on", async () => {
    await isListed();
    expect(checks()).toEqual(["first: completed", "first: queued"]);
  });

  it("is completed on a head that was pushed away from", async () => {
    await world.happens(pushed(1));
    await isListed();
    expect(checks()).toEqual(["first: completed", "second: in_progress"]);
  });

  it("is completed together with its successor on a head that was pushed away from", async () => {
    await world.seen(10_000);
    await world.happens(pushed(1));
    await isListed();
    expect(checks()).toEqual(["first: completed", "first: completed", "second: in_progress"]);
  });

  it("is completed where the check was disabled", async () => {
    await world.happens(changed({ statusCheckEnabled: false }));
    await isListed();
    expect(checks()).toEqual(["first: completed"]);
  });
});

describe("the check on a head that was pushed away from", () => {
  const COMPLETE = "PATCH /check-runs/{id}";
  const checks = () =>
    world.github.checks.map(({ sha, title, status }) => [sha === headOf(1), `${title}: ${status}`]);
  beforeEach(async () => {
    world.begin("first");
    await world.happens(submitted(1, { facts: { mergeability: "not_mergeable" } }));
    await world.seen();
  });

  it.each([true, false])("is completed after a crash around that; it was done: %s", async (isDone) => {
    world.freezeAt("first", COMPLETE, isDone);
    await world.happens(pushed(1));
    await world.seen(5000);
    world.kill("first");
    world.begin("second");
    await world.seen(120_000);
    expect(checks()).toEqual([
      [true, "No longer reported on: completed"],
      [false, "Testing: in_progress"],
    ]);
  });

  it("is not forgotten when GitHub fails to complete it and the head changes again", async () => {
    world.github.next(COMPLETE, { kind: "fails" });
    await world.happens(pushed(1));
    await world.seen(4000);
    await world.happens(cancelled(1), submitted(1));
    await world.seen(60_000);
    expect(checks()).toEqual([
      [true, "No longer reported on: completed"],
      [true, "Testing: in_progress"],
    ]);
  });

  it("does not prevent the new check when GitHub refuses to complete it", async () => {
    world.github.next(COMPLETE, { kind: "fails", retryable: false });
    await world.happens(pushed(1));
    await world.seen(5000);
    expect(checks()).toEqual([
      [true, "Not ready: queued"],
      [false, "Testing: in_progress"],
    ]);
  });
});

describe("a check that somebody who stood still creates late, for an earlier stay", () => {
  const said = () => world.github.checks.map(({ title, status }) => `${title}: ${status}`);
  const left = "No longer reported on: completed";
  beforeEach(async () => {
    world.begin("sleeper");
    world.freezeAt("sleeper", CHECK, false);
    await world.happens(submitted(1));
    await world.seen();
    world.begin("other");
    // By then the sleeper's claim has run out.
    await world.happens(cancelled(1));
    await world.seen(60_000);
    expect(said()).toEqual(["Cancelled: completed"]);
  });

  it("hides no newer one, and is not left open", async () => {
    await world.happens(submitted(1));
    await world.seen();
    world.thaw("sleeper");
    await world.seen(5000);
    expect(said()).toEqual(["Cancelled: completed", "Testing: in_progress", "Testing: in_progress"]);
    await world.seen(120_000);
    expect(said()).toEqual(["Cancelled: completed", left, left, "Testing: in_progress"]);
    await world.happens(passed("1"), landed());
    await world.seen(60_000);
    expect(said()).toEqual(["Cancelled: completed", left, left, "Merged: completed"]);
  });

  it("hides no newer one either where GitHub would once not have that created anew", async () => {
    await world.happens(submitted(1));
    await world.seen();
    world.thaw("sleeper");
    await world.seen(5000);
    world.github.next(CHECK, { kind: "fails" });
    await world.seen(120_000);
    expect(said()).toEqual(["Cancelled: completed", left, left, "Testing: in_progress"]);
  });

  it("is not left open when the check was turned off meanwhile", async () => {
    await world.happens(submitted(1));
    await world.seen();
    await world.happens(changed({ statusCheckEnabled: false }));
    await world.seen();
    world.thaw("sleeper");
    await world.seen(120_000);
    expect(said()).toEqual(["Cancelled: completed", left, left]);
  });

  it("is one of two of its stay, of which the newer one goes on", async () => {
    world.thaw("sleeper");
    await world.seen(120_000);
    expect(said()).toEqual(["Cancelled: completed", "Cancelled: completed"]);
  });

  it("is told from those of other pull requests with the same head, and of other Apps", async () => {
    await world.happens(submitted(1));
    await world.seen();
    world.github.addPull({ number: 2, headSha: headOf(1) });
    await world.happens(submitted(2, { facts: { headSha: headOf(1) } }));
    await world.seen();
    const theirs = world.github.addCheck({ sha: headOf(1), app: "their-queue", title: "Theirs" });
    world.thaw("sleeper");
    await world.seen(120_000);
    const open = world.github.checks.filter(({ status }) => status !== "completed");
    expect(open.map(({ title }) => title)).toEqual(["Pending", "Theirs", "Testing"]);
    expect(open[1]).toEqual(theirs);
  });
});

it("a comment that comes to be seen late is taken away, also when there was news meanwhile", async () => {
  let answer = () => {
    // Set below.
  };
  const until = new Promise<void>((resolve) => {
    answer = resolve;
  });
  world.begin();
  world.github.next(COMMENT, { kind: "fails" });
  await world.happens(submitted(1));
  await world.seen(5000);
  // The failed write reached GitHub, but lists that were read before the second write do not show it yet.
  world.github.next(COMMENT, { kind: "waits", until, isDoneBefore: true });
  await world.seen(7000);
  await world.happens(passed("1"), landed());
  answer();
  await world.seen(20_000);
  world.github.say(1, OUR_LOGIN, "<!-- merge-queue:status -->\n### Merge Queue: Testing");
  await world.seen(600_000);
  expect(world.headlines(1)).toEqual(["### Merge Queue: Merged"]);
});

it("a second comment is taken away also when the attempt that wrote it failed", async () => {
  world.begin();
  world.github.isListLate = true;
  world.github.next(COMMENT, { kind: "isLost" });
  world.github.next("PATCH /check-runs/{id}", { kind: "fails" });
  await world.happens(submitted(1));
  await world.seen(20_000);
  expect(world.headlines(1)).toHaveLength(2);
  world.github.isListLate = false;
  await world.seen(180_000);
  expect(world.headlines(1)).toEqual(["### Merge Queue: Testing"]);
});

it.each([0, 1])(
  "what is known by its id is written once, however late it is listed: %s news",
  async (news) => {
    await world.happens(changed({ stateLabelsEnabled: true }));
    world.begin();
    world.github.isListLate = true;
    world.github.next("POST /issues/{number}/labels", { kind: "fails" });
    await world.happens(submitted(1));
    await world.seen(500);
    if (news > 0) await world.happens(passed("1"), landed());
    await world.seen(20_000);
    world.github.isListLate = false;
    await world.seen(120_000);
    const last = news > 0 ? "Merged" : "Testing";
    expect(world.headlines(1)).toEqual([`### Merge Queue: ${last}`]);
    expect(world.github.checks.map(({ title }) => title)).toEqual([last]);
    expect(world.github.asked.filter((call) => call === COMMENT || call === CHECK)).toEqual([COMMENT, CHECK]);
    expect([...(world.github.labels.get(1) ?? [])]).toEqual([`merge-queue-${last.toLowerCase()}`]);
  },
);

describe("a state label that has come to be wrong", () => {
  const shown = () => [...(world.github.labels.get(1) ?? [])];
  beforeEach(async () => {
    await world.happens(changed({ stateLabelsEnabled: true }));
    world.begin();
    await world.happens(submitted(1));
    await world.seen();
    expect(shown()).toEqual(["merge-queue-testing"]);
  });

  it("is taken away where GitHub will not have the next one", async () => {
    world.github.next("POST /issues/{number}/labels", { kind: "fails", retryable: false });
    await world.happens(passed("1"), landed());
    await world.seen(60_000);
    expect(shown()).toEqual([]);
  });

  it("is taken away with the next news where GitHub would not have that", async () => {
    world.github.next("DELETE /issues/{number}/labels/{name}", { kind: "fails", retryable: false });
    await world.happens(cancelled(1));
    await world.seen(30_000);
    await world.happens(submitted(1, { facts: { mergeability: "not_mergeable" } }));
    await world.seen(30_000);
    expect(shown()).toEqual(["merge-queue-not-ready"]);
  });

  it("is taken away with the next news when it is not wanted any more, and GitHub would not have that", async () => {
    world.github.next("DELETE /issues/{number}/labels/{name}", { kind: "fails", retryable: false });
    await world.happens(changed({ stateLabelsEnabled: false }));
    await world.seen(30_000);
    await world.happens(passed("1"), landed());
    await world.seen(30_000);
    expect(shown()).toEqual([]);
  });
});

describe("a repository that was archived", () => {
  beforeEach(async () => {
    const body = { message: "Repository was archived so is read-only." };
    for (const call of [CHECK, COMMENT, "POST /pulls"]) {
      for (let time = 0; time < 20; time += 1)
        world.github.next(call, { kind: "answers", status: 403, body });
    }
    world.begin();
    await world.seen(2000);
    world.github.asked.length = 0;
  });

  it("is asked for each part once, and again with news only", async () => {
    await world.happens(changed({ createPrsForTestingBranches: false }), submitted(1));
    await world.seen(200_000);
    expect(world.github.asked).toEqual([COMMENT, CHECK]);
    expect(world.github.statuses).toEqual([]);
  });

  it("is asked for a draft some times, and for none when its tests are over", async () => {
    await world.happens(submitted(1));
    await world.seen(120_000);
    await world.happens(cancelled(1));
    await world.seen(30_000);
    world.github.asked.length = 0;
    await world.seen(200_000);
    expect(world.github.asked).toEqual([]);
  });

  it("is not asked without an end to close a draft", async () => {
    world.github.forgive();
    await world.happens(submitted(1));
    await world.seen();
    for (let time = 0; time < 20; time += 1)
      world.github.next("PATCH /pulls/{number}", { kind: "fails", retryable: false });
    await world.happens(cancelled(1));
    await world.seen(120_000);
    world.github.asked.length = 0;
    await world.seen(200_000);
    expect(world.github.asked).toEqual([]);
    expect(world.warnings.at(-1)).toContain("giving up");
  });
});

describe("a pull request that was put into another queue of its repository", () => {
  const releasing = submitted(1, { facts: { baseBranch: "release" } });
  beforeEach(async () => {
    await world.addRelease({ concurrency: 1 });
    world.begin();
    await world.happens(submitted(1));
    await world.seen();
    await world.happensIn(RELEASE, releasing);
    await world.seen();
  });

  it("is told of by the queue that has it, whenever the other one notices", async () => {
    await world.happens(observed(1, { baseBranch: "release" }));
    await world.seen(60_000);
    expect(world.headlines(1)).toEqual(["### Merge Queue: Testing"]);
    expect(world.github.comments[0]?.body).toContain("| Queue | <code>release</code> |");
    expect(world.github.checks.at(-1)?.status).toBe("in_progress");
  });

  it("is told of by the queue that had it last", async () => {
    await world.happensIn(RELEASE, cancelled(1));
    await world.seen();
    await world.happens(cancelled(1));
    await world.seen();
    expect(world.github.comments[0]?.body).toContain("| Queue | <code>main</code> |");
    // As if the earlier queue were processed once more.
    await world.statuses.mark(
      RELEASE,
      (await world.queue(RELEASE)).id,
      [pullRequestMark(1)],
      world.clock.now(),
    );
    await world.seen();
    expect(world.headlines(1)).toEqual(["### Merge Queue: Cancelled"]);
    expect(world.github.comments[0]?.body).toContain("| Queue | <code>main</code> |");
  });
});
