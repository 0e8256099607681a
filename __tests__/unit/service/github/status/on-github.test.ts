/** What people see, by way of HTTP: the App and the token of a person's against the counterpart of GitHub. */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { pullRequestNumber } from "../../../../../src/domain/ids.js";
import {
  type AuthorizedCalls,
  createGitHubCalls,
} from "../../../../../src/service/github/api/create-github-calls.js";
import { sweepDrafts } from "../../../../../src/service/github/status/mark-differing-statuses.js";
import { showPullRequest } from "../../../../../src/service/github/status/show-pull-request.js";
import { showTestRun } from "../../../../../src/service/github/status/show-test-run.js";
import {
  type ShownPullRequest,
  shownPullRequest,
  shownTestRun,
} from "../../../../../src/service/github/status/shown.js";
import type { Place } from "../../../../../src/service/github/status/status.js";
import {
  CHECK_NAME,
  type PullRequestStatus,
  textAt,
} from "../../../../../src/service/github/status/status.js";
import { SILENT_LOG } from "../../../../../src/service/ports/log.js";
import type { GitHub } from "../../../../support/github/git-hub.js";
import { openGitHub, SERVICE_TOKEN } from "../../../../support/github/open-git-hub.js";

const REPOSITORY = { host: "github.test", owner: "acme", name: "shop" };
const OTHERS_STAY = "b/2";
const FAST = { writePauseMs: 0, retryPauseMs: 1 };

let github: GitHub;
let place: Place & { readonly calls: AuthorizedCalls };
let status: PullRequestStatus;
beforeEach(async () => {
  github = await openGitHub();
});
afterEach(async () => {
  await place.calls.close();
  await github.close();
});

async function opened(access: "app" | "token"): Promise<void> {
  const { apiUrl, app } = github;
  const calls = createGitHubCalls({
    apiUrl,
    access:
      access === "token"
        ? { kind: "token", token: SERVICE_TOKEN }
        : { kind: "app", appId: String(app.appId), privateKey: app.privateKey },
    userAgent: "merge-queue-test",
    limits: FAST,
  });
  const { number, headSha } = await github.openPullRequest({ files: { "b.txt": "b\n" } });
  place = {
    ...{ calls, repository: REPOSITORY, number: pullRequestNumber(number) },
    self: () => calls.login(REPOSITORY),
  };
  status = {
    moment: "first",
    comment: "<!-- merge-queue:status -->\n### Merge Queue: Testing",
    notice: null,
    check: {
      headSha,
      submission: "a/1",
      state: { status: "in_progress" },
      title: "Testing",
      summary: "why",
      detailsUrl: null,
      actions: [{ label: "Cancel", description: "Takes it out of the queue", identifier: "cancel" }],
    },
    label: "merge-queue-testing",
    closing: null,
    isFinal: false,
  };
}

const NOTHING = shownPullRequest("").shown;

async function shown(known: ShownPullRequest, wanted: PullRequestStatus, isUncertain = false) {
  const outcome = await showPullRequest(place, {
    ...{ status: wanted, known, isUncertain, isLate: false, log: SILENT_LOG },
    now: () => 0,
    submissionsOfOthers: () => Promise.resolve(new Set([OTHERS_STAY])),
    habit: { mayCreateRuns: true },
    save: () => Promise.resolve(),
    isForOthers: () => Promise.resolve(false),
  });
  return outcome.shown;
}

async function bodies(): Promise<readonly unknown[]> {
  const comments = await place.calls.list(REPOSITORY, "/issues/{number}/comments", { number: place.number });
  return comments.map((comment) => textAt(comment, "body"));
}

describe.each(["app", "token"] as const)("with the credentials of a kind: %s", (access) => {
  it("everything is shown, changed, found again and closed", async () => {
    await opened(access);
    const first = await shown(NOTHING, status);
    expect(first.labels).toEqual(["merge-queue-testing"]);
    expect(first.check?.by).toBe(access === "app" ? "checkRun" : "status");
    const buttons = github.world.checkRuns.find(({ name }) => name === CHECK_NAME)?.actions;
    expect(buttons).toEqual(access === "app" ? status.check?.actions : undefined);
    const merged: PullRequestStatus = {
      ...status,
      comment: "<!-- merge-queue:status -->\n### Merge Queue: Merged",
      check: status.check && {
        ...status.check,
        state: { status: "completed", conclusion: "success" },
        title: "Merged",
      },
      label: "merge-queue-merged",
      closing: { submission: "a/1", headSha: github.pull(place.number).headSha, kind: "close" },
    };
    // Nothing is known of what was shown.
    const second = await shown({ ...first, comment: null }, merged, true);
    expect(await bodies()).toEqual([merged.comment]);
    expect(github.pull(place.number).state).toBe("closed");
    expect(second.labels).toEqual(["merge-queue-merged"]);
    const labels = await place.calls.list(REPOSITORY, "/issues/{number}/labels", { number: place.number });
    expect(labels.map((label) => textAt(label, "name"))).toEqual(["merge-queue-merged"]);
  });
});

it.each(["cutAfter", "errorAfter"] as const)("a comment of which nobody heard is found: %s", async (kind) => {
  await opened("app");
  github.faults.next("POST /repos/{owner}/{repo}/issues/{number}/comments", { kind });
  await expect(shown(NOTHING, status)).rejects.toThrow("/issues/{number}/comments");
  await shown(NOTHING, status, true);
  expect(await bodies()).toEqual([status.comment]);
});

it("a check that was created late for an earlier stay hides no newer one, and others are let be", async () => {
  await opened("app");
  const { headSha } = github.pull(place.number);
  const first = await shown(NOTHING, status);
  for (const external_id of ["a/0", OTHERS_STAY]) {
    const late = { name: CHECK_NAME, head_sha: headSha, external_id, status: "in_progress" };
    await place.calls.send(REPOSITORY, "POST", "/check-runs", late);
  }
  await shown(first, status, true);
  // Now it is the newest one.
  await shown(first, status, true);
  const of = { sha: headSha, filter: "all", under: "check_runs" };
  const runs = await place.calls.list(REPOSITORY, "/commits/{sha}/check-runs", of);
  expect(runs.map((run) => `${textAt(run, "external_id")} ${textAt(run, "status")}`).toSorted()).toEqual([
    "a/0 completed",
    `a/1#${place.number} completed`,
    `a/1#${place.number} in_progress`,
    "b/2 in_progress",
  ]);
});

it("a draft is opened once, found again and closed, and one that is left behind is swept", async () => {
  await opened("app");
  const run = "0c9b7a3e-5d14-8f0e-8f8b-000000000006";
  const head = `mq-merge/pr-1/${run}`;
  await github.pushToBranch(head, { "c.txt": "c\n" });
  const body = "<!-- merge-queue:test-run -->\nfor tests";
  const draft = { title: "A test", body, head, base: "main" };
  const branches = { isBranchDeleted: () => Promise.resolve(false) };
  const wanted = {
    draft,
    isUncertain: false,
    isHopeless: false,
    isLanding: false,
    save: () => Promise.resolve(),
    ...branches,
  };
  const open = await showTestRun(place, { ...wanted, known: shownTestRun("").shown });
  const again = await showTestRun(place, { ...wanted, known: shownTestRun("").shown });
  expect(again).toEqual(open);
  const sweep = { ...place, testBranchPrefix: "mq-merge/" };
  expect(await sweepDrafts({ ...sweep, liveRuns: () => Promise.resolve(new Set()) })).toBe(1);
  expect(open.number !== null && github.pull(open.number).state).toBe("closed");
  await showTestRun(place, { ...wanted, draft: null, known: open });
});

it("a draft is closed by GitHub with its branch, and not by a call", async () => {
  await opened("app");
  const head = "mq-merge/pr-1/0c9b7a3e-5d14-8f0e-8f8b-000000000007";
  await github.pushToBranch(head, { "d.txt": "d\n" });
  const draft = { title: "A test", body: "for tests", head, base: "main" };
  const wanted = {
    draft,
    isUncertain: false,
    isHopeless: false,
    isLanding: false,
    save: () => Promise.resolve(),
  };
  const isBranchDeleted = () => Promise.resolve(true);
  const known = shownTestRun("").shown;
  const open = await showTestRun(place, { ...wanted, known, isBranchDeleted });
  await place.calls.send(REPOSITORY, "DELETE", "/git/refs/{ref}", { ref: `heads/${head}` });
  github.forgetCalls();
  const over = await showTestRun(place, { ...wanted, draft: null, known: open, isBranchDeleted });
  expect(over).toEqual({ ...open, isOver: true });
  expect(github.calls).toEqual([]);
  const { state, merged } = github.pull(open.number ?? 0);
  expect({ state, merged }).toEqual({ state: "closed", merged: null });
});

it("what GitHub has against a draft is told in one short line, without what may be a token", async () => {
  await opened("app");
  const token = `ghs_${"a".repeat(36)}`;
  const message = `Refused\n\u001b[31m${token}${"!".repeat(5000)}`;
  const calls: typeof place.calls = {
    ...place.calls,
    list: () => Promise.resolve([]),
    send: () => Promise.resolve({ status: 422, body: { message } }),
  };
  const draft = { title: "A test", body: "for tests", head: "mq-merge/pr-1/x", base: "main" };
  const save = () => Promise.resolve();
  const isBranchDeleted = () => Promise.resolve(false);
  const known = shownTestRun("").shown;
  const wanted = {
    draft,
    isUncertain: false,
    isHopeless: false,
    isLanding: false,
    save,
    known,
    isBranchDeleted,
  };
  const refused = showTestRun({ calls, repository: REPOSITORY }, wanted);
  await expect(refused).rejects.toThrow(
    /^GitHub refused a draft pull request: Refused \[31m\*\*\*!{10,300}…$/,
  );
});
