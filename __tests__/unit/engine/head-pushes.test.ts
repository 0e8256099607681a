/** The queue's own push of a head changes no entry, and a landing that fails takes it back before anything goes on. */
import { describe, expect, it } from "@jest/globals";
import { commitId, pullRequestNumber } from "../../../src/domain/ids.js";
import type { UnmetRule } from "../../../src/domain/pull-request.js";
import { picture } from "../../../src/engine/explain/picture.js";
import type { HeadPush, Queue } from "../../../src/engine/model/queue.js";
import { headOf } from "../../support/fake-commits.js";
import {
  after,
  allSubmitted,
  aQueue,
  entryNumbered,
  type Happening,
  landed,
  landingFailed,
  landingRefused,
  minutesPassed,
  observed,
  passed,
  pushed,
  story,
  timelineOf,
} from "../../support/queue-builder.js";

const UNAPPROVED: readonly UnmetRule[] = [{ rule: "pullRequest", words: "0 of 1 approval" }];

function headPushesOf({ landing, runs }: Queue): readonly HeadPush[] {
  const run = runs.find(({ id }) => id === landing?.run);
  return (landing?.heads ?? []).map(({ pullRequest, headSha: from }, index) => ({
    ...{ pullRequest, branch: `change-${pullRequest}`, from },
    to: run?.commits[index] ?? commitId("0".repeat(40)),
  }));
}

const chosen: Happening = {
  holdsBuilds: false,
  events: (queue) => {
    const { landing, now: at } = queue;
    if (landing === null) return [];
    const headPushes = headPushesOf(queue);
    return [{ kind: "headPushesChosen", at, run: landing.run, headPushes, takeUps: landing.takeUps ?? 0 }];
  },
};

function takenBack(...numbers: readonly number[]): Happening {
  const pullRequests = numbers.map(pullRequestNumber);
  return {
    holdsBuilds: false,
    events: ({ landing, now: at }) =>
      landing === null ? [] : [{ kind: "headsTakenBack", at, run: landing.run, pullRequests, takeUps: 0 }],
  };
}

/** `stuck` could not be taken back yet. */
function takenBackBut(stuck: number, ...numbers: readonly number[]): Happening {
  const pullRequests = numbers.map(pullRequestNumber);
  const notYet = [pullRequestNumber(stuck)];
  return {
    holdsBuilds: false,
    events: ({ landing, now: at }) =>
      landing === null
        ? []
        : [{ kind: "headsTakenBack", at, run: landing.run, pullRequests, notYet, takeUps: 0 }],
  };
}

const landing = after(aQueue({ showAsMerged: "head-push" }), ...allSubmitted(1, 2, 3), passed("1"), chosen);
const [own] = headPushesOf(landing);
const ownHead = own?.to ?? commitId("0".repeat(40));
const seenAsOwn = observed(1, { headSha: ownHead, mergeability: "not_mergeable", unmetRules: UNAPPROVED });

describe("the queue's own push of a head", () => {
  it("changes nothing when it is seen, whatever the code host makes of it", () => {
    expect(after(landing, seenAsOwn).entries).toEqual(landing.entries);
  });

  it("is what the merged entry shows as", () => {
    const { concluded } = story(landing, seenAsOwn, landed());
    expect(concluded).toMatchObject([{ ended: "merged", shownAs: ownHead }]);
  });

  it("is not mistaken for that of a person, who has the entry leave", () => {
    const { concluded } = story(landing, seenAsOwn, pushed(1), landingRefused("v2"));
    expect(concluded).toMatchObject([{ ended: "cancelled", reason: { code: "PR_PUSHED_TO" } }]);
  });

  it("is recorded only for a landing that is still this process's own", () => {
    const { landing: begun, now: at } = landing;
    if (begun === null) throw new Error("nothing is landing");
    const late = { kind: "headPushesChosen", at, run: begun.run, headPushes: [], takeUps: 3 } as const;
    const ignored = after(landing, { holdsBuilds: false, events: () => [late] });
    expect(ignored.landing).toEqual(begun);
  });
});

describe("a landing whose heads were taken back", () => {
  it("has the entry tested again in its place while its approvals stand", () => {
    const told = story(landing, takenBack(1), observed(1, {}), landingRefused("v2"));
    expect(picture(told.queue)).toBe("main <- #1 running <- #2+1 running <- #3+1+2 running");
    expect(entryNumbered(told.queue, 1).admittedAt).not.toBeNull();
  });

  it("has an entry that lost its approvals wait for them, and the others go on without it", () => {
    const lost = observed(1, { mergeability: "not_mergeable", unmetRules: UNAPPROVED });
    const told = story(landing, takenBack(1), lost, landingRefused("v2"));
    expect(picture(told.queue)).toBe("main <- #2 running <- #3+2 running | not ready #1");
    expect(entryNumbered(told.queue, 1)).toMatchObject({ state: "notReady", leaving: null, ended: null });
    expect(timelineOf(told, 1).at(-1)).toBe(
      "testsPassed to notReady: GITHUB_API_BRANCH_PROTECTION_UNMET #1 did not land, and the push of its head, which was taken back, cost it approvals. It is not ready: 0 of 1 approval.",
    );
    const again = after(told.queue, observed(1, {}));
    expect(entryNumbered(again, 1)).toMatchObject({ state: "testing" });
  });

  it("ignores its own head for some minutes, in which an earlier read may still report it", () => {
    const told = story(landing, takenBack(1), landingRefused("v2"), seenAsOwn);
    expect(entryNumbered(told.queue, 1).facts.headSha).toBe(headOf(1));
    const later = story(told.queue, minutesPassed(11), observed(1, { headSha: ownHead }));
    expect(later.concluded).toMatchObject([{ ended: "cancelled", reason: { code: "PR_PUSHED_TO" } }]);
  });

  it("shows nothing as merged if it succeeds after all", () => {
    const { concluded } = story(landing, takenBack(1), landed());
    expect(concluded).toMatchObject([{ ended: "merged" }]);
    expect(concluded[0]).not.toHaveProperty("shownAs");
  });

  it("pushes none of them again", () => {
    expect(after(landing, takenBack(1), chosen).landing).toMatchObject({ areHeadsBack: true });
  });
});

describe("a head that could not be taken back yet", () => {
  const NOT_BACK = /Its branch `change-1` is still at \w{8}, .* push (\w{40}) to it, then submit #1 again\.$/;

  it("is left to an effect, which outlives the landing", () => {
    const { effects } = story(landing, takenBackBut(1));
    const { from, to, branch } = own ?? { from: headOf(1), to: ownHead, branch: "" };
    expect(effects.filter(({ kind }) => kind === "takeHeadBack")).toMatchObject([
      { run: landing.landing?.run, push: { pullRequest: 1, branch, from, to } },
    ]);
  });

  it("has the entry fail with what restores it, and the others go on", () => {
    const told = story(landing, takenBackBut(1), landingRefused("v2"));
    expect(picture(told.queue)).toBe("main <- #2 running <- #3+2 running");
    const [{ ended, reason } = { ended: null, reason: null }] = told.concluded;
    expect([ended, reason?.code]).toEqual(["failed", "GITHUB_API_MERGE_PR_FAILED"]);
    expect(reason?.sentence).toMatch(/^#1 did not land\. /);
    expect(NOT_BACK.exec(reason?.sentence ?? "")?.[1]).toBe(headOf(1));
  });

  it("is not mistaken for the push of a person when it is seen", () => {
    const { concluded } = story(landing, takenBackBut(1), seenAsOwn, landingRefused("v2"));
    expect(concluded).toMatchObject([{ ended: "failed", reason: { code: "GITHUB_API_MERGE_PR_FAILED" } }]);
  });

  it("is named beside the reason for which the landing failed", () => {
    const { concluded } = story(
      landing,
      takenBackBut(1),
      landingFailed("GITHUB_API_BRANCH_PROTECTION_UNMET"),
    );
    expect(concluded).toMatchObject([
      { ended: "failed", reason: { code: "GITHUB_API_BRANCH_PROTECTION_UNMET" } },
    ]);
    expect(concluded[0]?.reason?.sentence).toMatch(NOT_BACK);
  });

  it("does not matter if the landing succeeds after all", () => {
    const { concluded } = story(landing, takenBackBut(1), landed());
    expect(concluded).toMatchObject([{ ended: "merged", reason: { code: "MERGE_GRAPH_MERGE" } }]);
  });
});
