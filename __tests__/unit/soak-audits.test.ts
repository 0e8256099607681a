/** What is planted on a branch, in states and among webhooks is found by the audits of a life under kills. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { CommitId } from "../../src/domain/ids.js";
import { seededChance } from "../support/seeded-chance.js";
import { auditBranch } from "../support/soak/audit-branch.js";
import { auditPullRequest } from "../support/soak/audit-pull-requests.js";
import { auditWebhooks } from "../support/soak/audit-webhooks.js";
import { type ChangeKind, SoakOrigin } from "../support/soak/soak-origin.js";
import { Complaints } from "../support/soak/soak-plan.js";
import { isSound, treeDigest } from "../support/soak/test-journal.js";

describe("the audit of a branch", () => {
  let folder: string;
  let origin: SoakOrigin;
  let passed: Map<string, { run: string; commit: string; passed: boolean; digest: string }>;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "merge-queue-audits-"));
    origin = await SoakOrigin.create(folder, ["main"], seededChance(1));
    passed = new Map();
    for (const number of [1, 2]) openPullRequest(number);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  function openPullRequest(number: number, kind: ChangeKind = "sound"): void {
    const facts = { number, kind, branch: "main", target: "target-1", rival: null, heads: [] };
    origin.pullRequests.set(number, facts);
  }

  async function commitOn(parent: CommitId, files: Readonly<Record<string, string>>): Promise<CommitId> {
    return origin.repository.commit({ parents: [parent], files });
  }

  async function moveTo(commit: CommitId): Promise<void> {
    await origin.repository.git("update-ref", "refs/heads/main", commit);
  }

  async function test(commit: CommitId): Promise<void> {
    const listing = await origin.repository.git("ls-tree", "-r", commit);
    const blobs = listing.split("\n").map((line): [string, string] => [line.slice(53), line.slice(12, 52)]);
    passed.set(commit, { run: "run", commit, passed: true, digest: treeDigest(new Map(blobs)) });
  }

  async function land(files: Readonly<Record<string, string>>): Promise<CommitId> {
    const commit = await commitOn(await origin.tip("main"), files);
    await test(commit);
    await moveTo(commit);
    return commit;
  }

  async function complaints(isParallel = false): Promise<string> {
    const found = new Complaints();
    await auditBranch({ origin, branch: "main", complaints: found, passed, isParallel });
    return found.all.join("\n");
  }

  it("has nothing to say of what was tested and landed once", async () => {
    await land({ "pr/1/1": "1\n", "slots/1/1": "1\n" });
    await origin.pushPastQueue("main");
    await land({ "pr/2/1": "2\n" });
    expect(await complaints()).toBe("");
  });

  it("finds what landed without a test, unless lanes land apart", async () => {
    await moveTo(await commitOn(await origin.tip("main"), { "pr/1/1": "1\n" }));
    expect(await complaints()).toContain("was never tested");
    expect(await complaints(true)).toBe("");
  });

  it("finds that other files were tested than landed", async () => {
    const commit = await land({ "pr/1/1": "1\n" });
    passed.set(commit, { run: "run", commit, passed: true, digest: "0" });
    expect(await complaints()).toContain("other files");
  });

  it("finds what landed twice, with changes and without", async () => {
    await land({ "pr/1/1": "1\n" });
    await land({ "pr/1/2": "1\n" });
    expect(await complaints()).toContain("#1 landed twice");
    await land({});
    expect(await complaints()).toContain("it changes nothing");
  });

  it("finds what the tests would refuse", async () => {
    await land({ "pr/1/1": "1\n", "bad/1": "1\n" });
    expect(await complaints()).toContain("would fail the tests");
  });

  it("finds a branch that was moved back", async () => {
    const before = await origin.tip("main");
    await land({ "pr/1/1": "1\n" });
    const other = await commitOn(before, { "pr/2/1": "2\n" });
    await test(other);
    await moveTo(other);
    expect(await complaints()).toContain("does not go on from");
  });

  it("finds a commit of two pull requests", async () => {
    await land({ "pr/1/1": "1\n", "pr/2/1": "2\n" });
    expect(await complaints()).toContain("is no pull request of it");
  });
});

describe("the tests of a life under kills", () => {
  it("refuse what is bad, and two in one slot", () => {
    const paths = (...all: readonly string[]) => isSound(all);
    expect([paths("slots/1/1", "slots/2/2"), paths("bad/1"), paths("slots/1/1", "slots/1/2")]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe("the audit of states", () => {
  const entry = {
    stateChangedAt: "2026-01-01T00:00:00.000Z",
    priorityValue: 100,
    priorityName: "medium",
    skipTheLine: false,
    prNumber: 1,
    prTitle: "",
    prSha: "",
    prBaseBranch: "main",
    prAuthor: "",
    forceEnqueued: false,
    isCurrentlySubmittedToQueue: false,
  } as const;

  function problem(
    state: string,
    isOnBranch: boolean,
    kind: ChangeKind = "sound",
    more: { readonly isDisturbed?: boolean; readonly isRivalOnBranch?: boolean; readonly run?: string } = {},
  ): string {
    const found = new Complaints();
    const pullRequest = { number: 1, kind, branch: "main", target: "a", rival: 2, heads: [] };
    const seen = { ...entry, state, verifiedByTestRun: more.run ?? "run" };
    const { isDisturbed = false, isRivalOnBranch = false } = more;
    const passedRuns = new Set(["run"]);
    auditPullRequest({ pullRequest, seen, isOnBranch, isDisturbed, isRivalOnBranch, passedRuns }, found);
    return found.all.join().split(": ")[1] ?? "";
  }

  it("has nothing to say of what is right", () => {
    expect([
      problem("MERGED", true),
      problem("FAILED", false, "broken"),
      problem("FAILED", false, "rivals", { isRivalOnBranch: true }),
      problem("CANCELLED", false, "sound", { isDisturbed: true }),
    ]).toEqual(["", "", "", ""]);
  });

  it("finds each wrong state", () => {
    expect([
      problem("MERGED", false),
      problem("CANCELLED", true, "sound", { isDisturbed: true }),
      problem("MERGED", true, "broken"),
      problem("MERGED", true, "rivals", { isRivalOnBranch: true }),
      problem("MERGED", true, "sound", { run: "another" }),
      problem("FAILED", false),
      problem("FAILED", false, "rivals"),
      problem("CANCELLED", false),
      problem("TESTING", false),
    ]).toEqual([
      "its state is not what the branch says",
      "its state is not what the branch says",
      "it fails every test",
      "the one that it does not go with landed too",
      "the run that it landed by never passed",
      "nothing is wrong with it",
      "nothing is wrong with it",
      "nobody cancelled it or pushed to it",
      "it is stuck",
    ]);
  });
});

describe("the audit of webhooks", () => {
  function found(told: Readonly<Record<string, string>>, differing: readonly string[] = []): string {
    const complaints = new Complaints();
    const histories = [{ versions: 1, messages: new Map([["a", "{}"]]), pictures: [] }];
    auditWebhooks(
      histories,
      { bodies: new Map(Object.entries(told)), differing: [...differing] },
      complaints,
    );
    return complaints.all.join("\n");
  }

  it("finds what was not told, told otherwise, told of nothing, and told in two ways", () => {
    expect(found({ a: "{}" })).toBe("");
    expect(found({})).toContain("never delivered: a");
    expect(found({ a: "[]" })).toContain("webhook a says []");
    expect(found({ a: "{}", b: "{}" })).toContain("nobody decided: b");
    expect(found({ a: "{}" }, ["a"])).toContain("came twice");
  });
});
