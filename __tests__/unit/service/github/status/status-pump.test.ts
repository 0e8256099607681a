/** The published status after real decisions, despite lost answers, crashes, replicas and edits by people. */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { runsInLanding } from "../../../../../src/engine/model/lookup.js";
import { headOf } from "../../../../support/fake-commits.js";
import {
  builds,
  cancelled,
  changed,
  failed,
  landed,
  landingRefused,
  passed,
  pushed,
  submitted,
  unbuilt,
} from "../../../../support/queue-builder.js";
import type { SeenCheck } from "../../../../support/seen-github.js";
import { SHOP, StatusWorld } from "../../../../support/status-world.js";
import { until } from "../../../../support/until.js";

const QUIET = { concurrency: 1 };
const COMMENT = "POST /issues/{number}/comments";
const EDIT = "PATCH /issues/comments/{id}";

let world: StatusWorld;
beforeEach(async () => {
  world = await StatusWorld.open(QUIET);
  world.github.addPull({ number: 1, headSha: headOf(1) });
});
afterEach(() => world.close());

function said({ status, conclusion, title }: SeenCheck): string {
  return `${title}: ${status}${conclusion === null ? "" : ` ${conclusion}`}`;
}

async function landedOne(): Promise<void> {
  await world.happens(submitted(1));
  await world.seen();
  await world.happens(passed("1"), landed());
  await world.seen();
}

describe("a pull request that lands", () => {
  it("has one comment, one check and one draft, with seven calls in all", async () => {
    world.begin();
    await world.happens(submitted(1));
    await world.seen();
    expect(world.headlines(1)).toEqual(["### Merge Queue: Testing"]);
    expect(world.github.checks.map(said)).toEqual(["Testing: in_progress"]);
    await world.happens(passed("1"), landed());
    await world.seen();
    expect(world.headlines(1)).toEqual(["### Merge Queue: Merged"]);
    expect(world.github.checks.map(said)).toEqual(["Merged: completed success"]);
    expect(world.github.pulls.get(1)?.state).toBe("closed");
    expect(world.github.asked.filter((call) => call !== "GET /pulls").sort()).toEqual([
      "PATCH /check-runs/{id}",
      "PATCH /issues/comments/{id}",
      "PATCH /pulls/{number}",
      "PATCH /pulls/{number}",
      "POST /check-runs",
      "POST /issues/{number}/comments",
      "POST /pulls",
    ]);
    expect(world.warnings).toEqual([]);
  });

  it("costs no more where a test branch takes seconds to build, and a push to arrive", async () => {
    world.begin();
    await world.seen(2000);
    world.github.asked.length = 0;
    await world.happens(unbuilt(submitted(1)));
    await world.seen(6000);
    await world.happens(builds("1"));
    await world.seen(60_000);
    await world.happens(passed("1"));
    await world.seen(6000);
    await world.happens(landed());
    await world.seen(60_000);
    expect(world.github.asked).toHaveLength(7);
  });

  it("costs nothing any more afterwards, and neither does the start of another process", async () => {
    world.begin();
    await landedOne();
    world.github.asked.length = 0;
    await world.seen(120_000);
    expect(world.github.asked).toEqual([]);
    world.begin();
    await world.seen();
    expect(world.github.asked).toEqual(["GET /pulls"]);
  });
});

describe("many decisions at once", () => {
  it("are one edit", async () => {
    world.begin();
    for (let round = 0; round < 20; round += 1) await world.happens(submitted(1), cancelled(1));
    await world.seen();
    expect(world.headlines(1)).toEqual(["### Merge Queue: Cancelled"]);
    expect(world.github.asked.filter((call) => call === EDIT)).toEqual([]);
  });
});

describe("an answer that got lost", () => {
  it("leaves one comment", async () => {
    world.begin();
    world.github.next(COMMENT, { kind: "isLost" });
    await world.happens(submitted(1));
    await world.seen(30_000);
    expect(world.headlines(1)).toEqual(["### Merge Queue: Testing"]);
  });

  it("leaves one check", async () => {
    world.begin();
    world.github.next("POST /check-runs", { kind: "isLost" });
    await world.happens(submitted(1));
    await world.seen(30_000);
    expect(world.github.checks.map(said)).toEqual(["Testing: in_progress"]);
  });

  it("leaves one draft", async () => {
    world.begin();
    world.github.next("POST /pulls", { kind: "isLost" });
    await world.happens(submitted(1));
    await world.seen(30_000);
    expect([...world.github.pulls.values()].filter(({ draft }) => draft)).toHaveLength(1);
    await world.happens(failed("1"), failed("1"));
    await world.seen();
    expect([...world.github.pulls.values()].filter(({ draft, state }) => draft && state === "open")).toEqual(
      [],
    );
  });

  it("is tried again until it works, with pauses that grow", async () => {
    world.begin();
    for (let time = 0; time < 5; time += 1) world.github.next(COMMENT, { kind: "fails" });
    await world.happens(submitted(1));
    await world.seen(60_000);
    expect(world.headlines(1)).toEqual([]);
    await world.seen(240_000);
    expect(world.headlines(1)).toEqual(["### Merge Queue: Testing"]);
    expect(world.github.asked.filter((call) => call === COMMENT)).toHaveLength(6);
  });

  it("hides no other part", async () => {
    world.begin();
    world.github.next(COMMENT, { kind: "fails" });
    await world.happens(submitted(1));
    await world.seen(5000);
    expect(world.github.checks.map(said)).toEqual(["Testing: in_progress"]);
  });
});

describe("a process that dies", () => {
  it("between the comment and its number leaves one that is found again", async () => {
    const never = new Promise<void>(() => undefined);
    world.github.next(COMMENT, { kind: "waits", until: never, isDoneBefore: true });
    world.begin();
    await world.happens(submitted(1));
    await world.seen();
    world.kill("process 1");
    world.begin();
    await world.seen(60_000);
    expect(world.headlines(1)).toEqual(["### Merge Queue: Testing"]);
    await world.happens(passed("1"), landed());
    await world.seen(60_000);
    expect(world.headlines(1)).toEqual(["### Merge Queue: Merged"]);
  });

  it("between the check and its number leaves one that shows later changes as soon as ever", async () => {
    const never = new Promise<void>(() => undefined);
    world.github.next("POST /check-runs", { kind: "waits", until: never, isDoneBefore: false });
    world.begin();
    await world.happens(submitted(1));
    await world.seen();
    world.kill("process 1");
    world.begin();
    await world.seen();
    await world.happens(passed("1"), landed());
    await world.seen(6000);
    expect(world.headlines(1)).toEqual(["### Merge Queue: Merged"]);
    expect(world.github.checks.map(said)).toEqual(["Merged: completed success"]);
  });

  it("before anything is shown leaves it to the next one", async () => {
    await world.happens(submitted(1), passed("1"), landed());
    world.begin();
    await world.seen();
    expect(world.headlines(1)).toEqual(["### Merge Queue: Merged"]);
    expect(world.github.checks.map(said)).toEqual(["Merged: completed success"]);
  });

  it("and comes back to find its comment written late by somebody else leaves one in the end", async () => {
    let wake = () => {
      // Set below.
    };
    const woken = new Promise<void>((resolve) => {
      wake = resolve;
    });
    // The first process stands still before its request is sent; the second one takes over and sees nothing.
    world.github.next(COMMENT, { kind: "waits", until: woken, isDoneBefore: false });
    const first = world.begin();
    await world.happens(submitted(1));
    await world.seen(5000);
    world.endSession("process 1");
    world.begin();
    await world.seen(5000);
    expect(world.headlines(1)).toEqual(["### Merge Queue: Testing"]);
    wake();
    await until(() => world.headlines(1).length === 2);
    await world.seen(180_000);
    expect(world.headlines(1)).toEqual(["### Merge Queue: Testing"]);
    await first.stop();
  });

  it("and comes back to find what somebody else began and gave back does not pass for one who never lost it", async () => {
    await world.happens(changed({ stateLabelsEnabled: true }));
    let wake = () => {
      // Set below.
    };
    const until = new Promise<void>((resolve) => {
      wake = resolve;
    });
    world.github.next("POST /check-runs", { kind: "waits", until, isDoneBefore: false });
    world.begin("first");
    await world.happens(submitted(1));
    await world.seen(5000);
    world.endSession("first");
    world.github.next("POST /issues/{number}/labels", { kind: "fails" });
    world.begin("second");
    await world.seen(2000);
    world.kill("second");
    expect(world.github.checks.map(said)).toEqual(["Testing: in_progress"]);
    // Now it is due again, and no process has claimed it.
    await world.seen(10_000);
    wake();
    await world.seen(180_000);
    expect(world.github.checks.map(said)).toEqual([
      "No longer reported on: completed neutral",
      "Testing: in_progress",
    ]);
    expect([...(world.github.labels.get(1) ?? [])]).toEqual(["merge-queue-testing"]);
  });
});

describe("two replicas", () => {
  it("show each thing once", async () => {
    for (const number of [2, 3, 4, 5, 6]) world.github.addPull({ number });
    world.begin();
    world.begin();
    await world.happens(...[1, 2, 3, 4, 5, 6].map((number) => submitted(number)));
    await world.seen(30_000);
    for (const number of [1, 2, 3, 4, 5, 6]) expect(world.headlines(number)).toHaveLength(1);
    expect(world.github.asked.filter((call) => call === COMMENT)).toHaveLength(6);
    expect(world.github.checks).toHaveLength(6);
  });
});

describe("what people do", () => {
  it("a comment that they delete comes back with the next news only", async () => {
    world.begin();
    await world.happens(submitted(1));
    await world.seen();
    world.github.comments.length = 0;
    await world.seen(60_000);
    expect(world.headlines(1)).toEqual([]);
    await world.happens(passed("1"), landed());
    await world.seen();
    expect(world.headlines(1)).toEqual(["### Merge Queue: Merged"]);
  });

  it("a comment of somebody else's that begins like ours is never touched", async () => {
    const theirs = "<!-- merge-queue:status -->\nmine";
    world.github.say(1, "mallory", theirs);
    world.github.next(COMMENT, { kind: "isLost" });
    world.begin();
    await landedOne();
    expect(world.github.comments.map(({ login, body }) => [login, body.split("\n")[1]])).toEqual([
      ["mallory", "mine"],
      ["merge-queue[bot]", "### Merge Queue: Merged"],
    ]);
    expect(world.github.comments[0]?.body).toBe(theirs);
  });

  it("a locked conversation gets no comment, and is asked again with news only", async () => {
    world.github.next(COMMENT, { kind: "answers", status: 403, body: { message: "locked" } });
    world.begin();
    await world.happens(submitted(1));
    await world.seen(120_000);
    expect(world.headlines(1)).toEqual([]);
    expect(world.github.asked.filter((call) => call === COMMENT)).toHaveLength(1);
    expect(world.github.checks.map(said)).toEqual(["Testing: in_progress"]);
    await world.happens(passed("1"), landed());
    await world.seen();
    expect(world.headlines(1)).toEqual(["### Merge Queue: Merged"]);
  });
});

describe("a pull request that comes again", () => {
  it("keeps its comment and has a check of its own", async () => {
    world.begin();
    await world.happens(submitted(1));
    await world.seen();
    await world.happens(cancelled(1));
    await world.seen();
    await world.happens(submitted(1));
    await world.seen();
    expect(world.headlines(1)).toEqual(["### Merge Queue: Testing"]);
    expect(world.github.checks.map(said)).toEqual(["Cancelled: completed cancelled", "Testing: in_progress"]);
  });

  it("has its comment found when what was shown is forgotten", async () => {
    world.begin();
    await world.happens(submitted(1));
    await world.seen();
    await world.happens(cancelled(1));
    await world.seen();
    await world.forget();
    await world.happens(submitted(1));
    await world.seen();
    expect(world.headlines(1)).toEqual(["### Merge Queue: Testing"]);
  });

  it("leaves no open check on a head that it was pushed away from", async () => {
    world.begin();
    await world.happens(submitted(1, { facts: { mergeability: "not_mergeable" } }));
    await world.seen();
    await world.happens(pushed(1));
    await world.seen();
    expect(world.github.checks.map((check) => [check.sha === headOf(1), said(check)])).toEqual([
      [true, "No longer reported on: completed neutral"],
      [false, "Testing: in_progress"],
    ]);
  });
});

describe("a token of a person's", () => {
  it("reports as a commit status, and asks for check runs once", async () => {
    const body = { message: "Resource not accessible by personal access token" };
    world.github.next("POST /check-runs", { kind: "answers", status: 403, body });
    world.github.addPull({ number: 2 });
    world.begin();
    await landedOne();
    await world.happens(submitted(2), failed("2"), failed("2"));
    await world.seen();
    expect(world.github.statuses.map(({ state, description }) => `${state}: ${description}`)).toEqual([
      "pending: Testing",
      "success: Merged",
      "failure: Failed",
    ]);
    expect(world.github.asked.filter((call) => call === "POST /check-runs")).toHaveLength(1);
  });

  it("is not told by a limit of GitHub's", async () => {
    const body = { message: "You have exceeded a secondary rate limit" };
    world.github.next("POST /check-runs", { kind: "answers", status: 403, body });
    world.begin();
    await world.happens(submitted(1));
    await world.seen(30_000);
    expect(world.github.statuses).toEqual([]);
    expect(world.github.checks.map(said)).toEqual(["Testing: in_progress"]);
  });
});

describe("labels", () => {
  beforeEach(() => world.happens(changed({ stateLabelsEnabled: true })));

  it("say where a pull request is, one at a time", async () => {
    world.github.labels.set(1, new Set(["bug"]));
    world.begin();
    await world.happens(submitted(1));
    await world.seen();
    expect([...(world.github.labels.get(1) ?? [])]).toEqual(["bug", "merge-queue-testing"]);
    await world.happens(passed("1"), landed());
    await world.seen();
    expect([...(world.github.labels.get(1) ?? [])]).toEqual(["bug", "merge-queue-merged"]);
  });

  it("that people take away stay away until there is another one", async () => {
    world.begin();
    await world.happens(submitted(1));
    await world.seen();
    world.github.labels.get(1)?.clear();
    await world.seen(60_000);
    expect([...(world.github.labels.get(1) ?? [])]).toEqual([]);
    await world.happens(passed("1"), landed());
    await world.seen();
    expect([...(world.github.labels.get(1) ?? [])]).toEqual(["merge-queue-merged"]);
    expect(world.warnings).toEqual([]);
  });

  it("are taken away when an answer to one got lost, and when they are not wanted any more", async () => {
    world.begin();
    world.github.next("POST /issues/{number}/labels", { kind: "isLost" });
    await world.happens(submitted(1));
    await world.seen(4000);
    await world.happens(changed({ stateLabelsEnabled: false }));
    await world.seen(30_000);
    expect([...(world.github.labels.get(1) ?? [])]).toEqual([]);
  });
});

describe("settings", () => {
  it("that want nothing cost nothing", async () => {
    const nothing = { commentsEnabled: false, statusCheckEnabled: false, createPrsForTestingBranches: false };
    await world.happens(changed({ ...nothing, mergeMethod: "merge_commit" }));
    world.github.addPull({ number: 1, headSha: headOf(1), state: "closed", merged: true });
    world.begin();
    await landedOne();
    expect(world.github.asked).toEqual(["GET /pulls/{number}"]);
  });

  it("turned off leave no check open behind", async () => {
    world.begin();
    await world.happens(submitted(1));
    await world.seen();
    await world.happens(changed({ statusCheckEnabled: false }));
    await world.seen();
    expect(world.github.checks.map(said)).toEqual(["No longer reported on: completed neutral"]);
  });

  it("turned on show what is in the queue already", async () => {
    await world.happens(changed({ commentsEnabled: false }));
    world.begin();
    await world.happens(submitted(1));
    await world.seen();
    expect(world.headlines(1)).toEqual([]);
    await world.happens(changed({ commentsEnabled: true }));
    await world.seen();
    expect(world.headlines(1)).toEqual(["### Merge Queue: Testing"]);
  });
});

describe("what landed as a merge commit", () => {
  beforeEach(() => world.happens(changed({ mergeMethod: "merge_commit" })));

  it("is left to GitHub, which closes it by itself", async () => {
    world.begin();
    await world.happens(submitted(1), passed("1"), landed());
    await world.seen(10_000);
    world.github.addPull({ number: 1, headSha: headOf(1), state: "closed", merged: true });
    await world.seen(120_000);
    expect(world.github.asked.filter((call) => call === "PATCH /pulls/{number}")).toEqual([]);
    expect(world.github.asked.filter((call) => call === "GET /pulls/{number}")).toHaveLength(2);
  });

  it("is closed when GitHub does not", async () => {
    world.begin();
    await world.happens(submitted(1), passed("1"), landed());
    await world.seen(120_000);
    expect(world.github.pulls.get(1)?.state).toBe("closed");
  });

  it("stays open when somebody has pushed to it since", async () => {
    world.begin();
    await world.happens(submitted(1), passed("1"), landed());
    world.github.addPull({ number: 1, headSha: headOf(1, 1) });
    await world.seen(120_000);
    expect(world.github.pulls.get(1)?.state).toBe("open");
  });
});

describe("drafts", () => {
  const drafts = () =>
    [...world.github.pulls.values()].filter(({ draft }) => draft).map(({ state }) => state);

  it("are opened at once for what is tested, and closed when it is over", async () => {
    world.begin();
    await world.seen(5000);
    await world.happens(submitted(1));
    await world.seen(1000);
    expect(drafts()).toEqual(["open"]);
    await world.happens(failed("1"));
    await world.seen(1000);
    expect(drafts()).toEqual(["open", "open"]);
    await world.happens(failed("1"));
    await world.seen(10_000);
    expect(drafts()).toEqual(["closed", "closed"]);
  });

  describe("of what one push puts on the branch", () => {
    const runIds = async () => (await world.queue()).runs.map(({ id }) => id);
    beforeEach(async () => {
      await world.happens(changed({ concurrency: 2, canOptimisticallyMerge: true }));
      world.github.addPull({ number: 2, headSha: headOf(2) });
      await world.happens(submitted(1), submitted(2));
    });

    it("are closed before it, their own and their predecessors', and opened again if it does not happen", async () => {
      const pump = world.begin();
      await world.seen(1000);
      const queue = await world.happens(passed("1+2"));
      const pushed = queue.landing === null ? [] : runsInLanding(queue, queue.landing).map(({ id }) => id);
      expect(pushed).toEqual(await runIds());
      await pump.closeDrafts(SHOP.repository, pushed);
      await pump.closeDrafts(SHOP.repository, pushed);
      expect(drafts()).toEqual(["closed", "closed"]);
      // The push did not happen, and the branch is where it was: #1 is tested on.
      await world.happens(landingRefused("v1"));
      await world.seen();
      const [first] = await runIds();
      const head = [...world.github.pulls.values()].filter(({ draft, state }) => draft && state === "open");
      expect(head.map((draft) => draft.head.split("/").at(-1))).toContain(first);
      expect(drafts().filter((state) => state === "open")).toHaveLength((await runIds()).length);
    });

    it("are not opened while it is pushed", async () => {
      await world.happens(passed("1+2"));
      world.begin();
      await world.seen(1000);
      expect(drafts()).toEqual([]);
    });

    it("are found where their opening was interrupted", async () => {
      const pump = world.begin();
      world.github.next("POST /pulls", { kind: "isLost" });
      await world.seen(200);
      await pump.closeDrafts(SHOP.repository, await runIds());
      expect(drafts().filter((state) => state === "open")).toEqual([]);
    });

    it("that are shown as merged are not opened again", async () => {
      const pump = world.begin();
      await world.seen(1000);
      const queue = await world.happens(passed("1+2"));
      await pump.closeDrafts(
        SHOP.repository,
        queue.runs.map(({ id }) => id),
      );
      for (const pull of world.github.pulls.values()) if (pull.draft) pull.merged = true;
      await world.happens(landingRefused("v1"));
      await world.seen();
      const merged = [...world.github.pulls.values()].filter((pull) => pull.merged);
      expect(merged.map(({ state }) => state)).toEqual(["closed", "closed"]);
    });
  });

  it("are left to GitHub, which closes them with their branch", async () => {
    world.begin();
    await world.happens(submitted(1));
    await world.seen(1000);
    world.testBranches = "deleted";
    world.github.asked.length = 0;
    await world.happens(failed("1"));
    await world.happens(failed("1"));
    await world.seen(60_000);
    expect(world.github.asked.filter((call) => call === "PATCH /pulls/{number}")).toEqual([]);
    expect(world.warnings).toEqual([]);
  });

  it("are closed by a call where git does not tell whether their branch is there", async () => {
    world.begin();
    await world.happens(submitted(1));
    await world.seen(1000);
    world.testBranches = "unreadable";
    await world.happens(cancelled(1));
    await world.seen(10_000);
    expect(drafts()).toEqual(["closed"]);
  });

  it("whose opening was interrupted are closed by a call, whatever git shows", async () => {
    world.begin();
    world.github.next("POST /pulls", { kind: "isLost" });
    await world.happens(submitted(1));
    await world.seen(1000);
    world.testBranches = "deleted";
    await world.happens(cancelled(1));
    await world.seen(120_000);
    expect(drafts()).toEqual(["closed"]);
  });

  it("opened by somebody who stood still until the tests were over are closed after all", async () => {
    world.begin("sleeper");
    world.freezeAt("sleeper", "POST /pulls", false);
    await world.happens(submitted(1));
    await world.seen(1000);
    world.begin("other");
    await world.happens(cancelled(1));
    // By then the sleeper's claim has run out.
    await world.seen(60_000);
    world.thaw("sleeper");
    await world.seen(5000);
    expect(drafts()).toEqual(["open"]);
    await world.seen(180_000);
    expect(drafts()).toEqual(["closed"]);
  });

  it("that GitHub will not have are given up, and the operators are told", async () => {
    const body = { message: "Draft pull requests are not supported in this repository." };
    for (let time = 0; time < 9; time += 1)
      world.github.next("POST /pulls", { kind: "answers", status: 422, body });
    world.begin();
    await world.happens(submitted(1));
    await world.seen(600_000);
    expect(drafts()).toEqual([]);
    expect(world.github.asked.filter((call) => call === "POST /pulls")).toHaveLength(5);
    expect(world.warnings).toHaveLength(4);
  });

  it("left behind are closed at the start: ours only, and only those that nothing stands for", async () => {
    const { runs } = await world.happens(submitted(1));
    const body = "<!-- merge-queue:test-run -->";
    const [gone, live] = ["0c9b7a3e-5d14-8f0e-8f8b-0000000000ff", runs[0]?.id ?? ""];
    const ours = { body, login: "merge-queue[bot]", draft: true };
    world.github.addPull({ ...ours, number: 7, head: `mq-merge/pr-9/${gone}` });
    world.github.addPull({ ...ours, number: 8, head: `mq-merge/pr-1/${live}` });
    world.github.addPull({ ...ours, number: 9, head: `elsewhere/pr-9/${gone}` });
    world.github.addPull({ ...ours, number: 10, head: `mq-merge/pr-9/${gone}`, login: "mallory" });
    world.github.addPull({ ...ours, number: 11, head: `mq-merge/pr-9/${gone}`, from: "mallory/shop" });
    world.github.addPull({ ...ours, number: 12, head: `mq-merge/pr-9/${gone}`, draft: false });
    world.begin();
    await world.seen(5000);
    expect([7, 8, 9, 10, 11, 12].map((number) => world.github.pulls.get(number)?.state)).toEqual([
      "closed",
      "open",
      "open",
      "open",
      "open",
      "open",
    ]);
  });
});

describe("the start", () => {
  it("shows what a store brings along that was never marked", async () => {
    await world.happens(submitted(1));
    await world.forget();
    world.begin();
    await world.seen(90_000);
    expect(world.headlines(1)).toEqual(["### Merge Queue: Testing"]);
  });

  it("shows the end of what was shown before the end", async () => {
    world.begin("first");
    await world.happens(submitted(1));
    await world.seen();
    world.kill("first");
    await world.happens(passed("1"), landed());
    await world.pretendShown();
    world.begin();
    await world.seen();
    expect(world.headlines(1)).toEqual(["### Merge Queue: Merged"]);
  });

  it.each(["{", '{"comment":{"kind":"creating"},"labels":{"label":null,"others":[]}}'])(
    "finds again what is there, where what was stored of it cannot be read: %s",
    async (shown) => {
      world.begin("first");
      await world.happens(submitted(1));
      await world.seen();
      world.kill("first");
      await world.storeAsShown(shown);
      world.begin();
      await world.happens(passed("1"), landed());
      await world.seen();
      expect(world.headlines(1)).toEqual(["### Merge Queue: Merged"]);
      expect(world.github.checks.map(said)).toEqual(["Merged: completed success"]);
    },
  );

  it("is repeated until it works", async () => {
    world.github.next("GET /pulls", { kind: "fails" });
    world.begin();
    await world.seen(30_000);
    expect(world.github.asked).toEqual(["GET /pulls", "GET /pulls"]);
  });
});

describe("a queue that is deleted", () => {
  it("shows how it ended all the same", async () => {
    world.begin();
    await world.happens(submitted(1));
    await world.seen();
    await world.happens(cancelled(1));
    await world.deleteQueue();
    await world.seen();
    expect(world.headlines(1)).toEqual(["### Merge Queue: Cancelled"]);
  });
});
