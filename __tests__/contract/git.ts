/** What every git promises the service. An adapter is ready when it passes. */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { type CommitId, commitId, pullRequestNumber, testRunId } from "../../src/domain/ids.js";
import { MERGE_METHODS, type MergeMethod } from "../../src/domain/queue-settings.js";
import type { Repository } from "../../src/domain/repository.js";
import type { ContainedHead } from "../../src/engine/model/queue.js";
import type { Git, HeadMove, Replay, Speculation } from "../../src/service/ports/git.js";
import { GitError } from "../../src/service/ports/world-error.js";
import { GitRepository } from "../support/git-repository.js";
import { startProgramsElsewhere } from "../support/program-starter.js";
import { itInAll, itInCi } from "../support/sized-tests.js";
import { rowsBySize } from "../support/test-size.js";

/** The repository that the git under test has to serve from the folder of `GitRepository`. */
export const SHOP: Repository = { host: "example.com", owner: "acme", name: "shop" };

type Files = NonNullable<Parameters<GitRepository["commit"]>[0]["files"]>;

const RUN = testRunId("00000000-0000-8000-8000-000000000001");
const UNKNOWN = commitId("f".repeat(40));
const SUBMITTED_AT = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
const LINES = Array.from({ length: 20 }, (_, index) => `line ${index + 1}\n`);

/** A text of twenty lines, some of them replaced. */
function text(changes: Readonly<Record<number, string>> = {}): string {
  return LINES.map((line, index) => changes[index + 1] ?? line).join("");
}

/** Where a git lives that has no repository of its own in a folder, and what it cannot do. */
export interface GitHome {
  readonly create: () => Promise<GitRepository>;
  readonly remove: (origin: GitRepository) => Promise<void>;
  /** From now on it is nowhere to be found. */
  readonly lose: (origin: GitRepository) => Promise<void>;
  /** Conflicts come without the names of their files. */
  readonly hidesConflicts: boolean;
  readonly checksOut: boolean;
  /** The merge methods that it is held to. */
  readonly buildsBy: readonly MergeMethod[];
  readonly landsBy: readonly MergeMethod[];
}

const OWN_FOLDER: GitHome = {
  create: async () => GitRepository.create(),
  remove: async (origin) => origin.remove(),
  lose: async (origin) => origin.remove(),
  hidesConflicts: false,
  checksOut: true,
  buildsBy: MERGE_METHODS,
  landsBy: MERGE_METHODS,
};

/** `open` gives a git that knows nothing yet of the repository. */
export function gitContract(open: (origin: GitRepository) => Git, home: GitHome = OWN_FOLDER): void {
  let origin: GitRepository;
  let git: Git;
  let base: CommitId;

  beforeEach(async () => {
    startProgramsElsewhere();
    origin = await home.create();
    base = await origin.commit({ files: { "a.txt": text(), "b.txt": text() }, refs: ["refs/heads/main"] });
    git = open(origin);
  });
  afterEach(() => home.remove(origin));

  const inConflict = (...files: readonly string[]) => (home.hidesConflicts ? [] : files);

  /** Opens a pull request of one commit onto `base`. */
  async function pull(
    number: number,
    change: Parameters<GitRepository["commit"]>[0],
  ): Promise<ContainedHead> {
    const headSha = await origin.commit({ parents: [base], ...change, refs: [`refs/pull/${number}/head`] });
    const title = (change.message ?? `Change ${number}`).split("\n", 1)[0] ?? "";
    return {
      pullRequest: pullRequestNumber(number),
      headSha,
      title,
      submittedAt: SUBMITTED_AT + number * 1000,
    };
  }

  function speculation(contains: readonly ContainedHead[], mergeMethod: MergeMethod = "squash"): Speculation {
    return { run: RUN, testedOn: base, contains, mergeMethod };
  }

  async function built(contains: readonly ContainedHead[], mergeMethod?: MergeMethod) {
    const outcome = await git.build(SHOP, speculation(contains, mergeMethod));
    if (outcome.kind !== "built") throw new Error(`expected a build, got ${JSON.stringify(outcome)}`);
    await git.publish(SHOP, "look", outcome.commits.at(-1) ?? base); // so that the test can look at the commits
    return outcome;
  }

  /** A pull request that adds a file, built and ready to land. */
  async function tested(number = 1): Promise<CommitId> {
    const [commit] = (await built([await pull(number, { files: { [`new-${number}.txt`]: "new\n" } })]))
      .commits;
    if (commit === undefined) throw new Error("the build has no commit");
    return commit;
  }

  describe("readRefs", () => {
    it("gives the refs that exist of those asked for", async () => {
      await origin.setRef("refs/pull/7/head", base);
      const refs = await git.readRefs(SHOP, ["refs/heads/main", "refs/pull/7/head", "refs/pull/8/head"]);
      expect([...refs]).toEqual([
        ["refs/heads/main", base],
        ["refs/pull/7/head", base],
      ]);
    });

    it("reads the repository itself each time", async () => {
      await git.readRefs(SHOP, ["refs/heads/main"]);
      const next = await origin.commit({ parents: [base], refs: ["refs/heads/main"] });
      expect(await git.readRefs(SHOP, ["refs/heads/main"])).toEqual(new Map([["refs/heads/main", next]]));
    });

    it("takes names literally and to the end", async () => {
      await origin.setRef("refs/heads/refs/heads/deep", base);
      const refs = [
        "refs/heads/*",
        "refs/heads/deep",
        "heads/main",
        "--upload-pack=x",
        "refs/heads/a\0b",
        "",
        "*",
      ];
      expect(await git.readRefs(SHOP, refs)).toEqual(new Map());
    });

    itInCi("answers calls at the same time, each with its own refs", async () => {
      const names = Array.from({ length: 50 }, (_, index) => `refs/pull/${index + 1}/head`);
      for (const name of names.slice(0, 3)) await origin.setRef(name, base);
      const answers = await Promise.all(names.map((name) => git.readRefs(SHOP, [name])));
      expect(answers.map((refs) => [...refs.keys()])).toEqual(
        names.map((name, index) => (index < 3 ? [name] : [])),
      );
    });

    it("fails with a git error that says which repository is not there", async () => {
      await home.lose(origin);
      const failure = await git.readRefs(SHOP, ["refs/heads/main"]).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(GitError);
      expect(failure).toMatchObject({ retryable: false, message: expect.stringContaining("acme/shop") });
    });
  });

  describe("readCommit", () => {
    itInCi("gives the first line of the message and the author's name", async () => {
      const commit = await origin.commit({
        parents: [base],
        message: "Ünïcode 🚀 subject\nsecond line\n\nBody\n",
        author: "Grace Höpper <grace@example.com>",
        refs: ["refs/pull/1/head"],
      });
      expect(await git.readCommit(SHOP, commit)).toEqual({
        subject: "Ünïcode 🚀 subject",
        authorName: "Grace Höpper",
      });
    });

    itInAll("sees what was pushed after its first look", async () => {
      await git.readCommit(SHOP, base);
      const commit = await origin.commit({ parents: [base], message: "Later", refs: ["refs/pull/2/head"] });
      expect(await git.readCommit(SHOP, commit)).toMatchObject({ subject: "Later" });
    });

    itInCi("is null for a commit that the repository does not have", async () => {
      expect(await git.readCommit(SHOP, UNKNOWN)).toBeNull();
    });
  });

  (home.checksOut ? describe : describe.skip)("readFirstParents", () => {
    it("gives the newest commits of the line with their people, and none of what was merged", async () => {
      const author = "Grace Höpper <grace@example.com>";
      const [pushed, topic, merged, last] = await origin.commits([
        { parents: [base], message: "Ünïcode 🚀 subject\n\nBody\n", author, seconds: 1_700_000_100 },
        { parents: [base], message: "Topic" },
        { parents: [0, 1], message: "Merge topic" },
        { parents: [2], message: "Last", refs: ["refs/heads/main"] },
      ]);
      if (pushed === undefined || topic === undefined || merged === undefined || last === undefined)
        throw new Error("there are no commits");
      const line = await git.readFirstParents(SHOP, last, 3);
      expect(line?.map(({ commit, parents }) => [commit, parents])).toEqual([
        [last, [merged]],
        [merged, [pushed, topic]],
        [pushed, [base]],
      ]);
      expect(line?.[2]).toEqual({
        ...{ commit: pushed, parents: [base], tree: await origin.git("rev-parse", `${pushed}^{tree}`) },
        ...{ author: "Grace Höpper", committer: "Carl Committer", subject: "Ünïcode 🚀 subject" },
        committedAt: expect.stringMatching(/^2023-11-14T22:15:00(?:Z|\+00:00)$/),
      });
    });

    itInCi("is null for a commit that the repository does not have", async () => {
      expect(await git.readFirstParents(SHOP, UNKNOWN, 3)).toBeNull();
    });
  });

  describe("isAncestor", () => {
    itInAll("tells what was built on what", async () => {
      const [first, second, side] = await origin.commits([
        { parents: [base] },
        { parents: [0], refs: ["refs/heads/main"] },
        { parents: [base], refs: ["refs/heads/side"] },
      ]);
      if (first === undefined || second === undefined || side === undefined) throw new Error("three commits");
      const answers = [
        git.isAncestor(SHOP, base, base),
        git.isAncestor(SHOP, base, second),
        git.isAncestor(SHOP, first, second),
        git.isAncestor(SHOP, second, first),
        git.isAncestor(SHOP, side, second),
      ];
      expect(await Promise.all(answers)).toEqual([true, true, true, false, false]);
    });

    itInCi("is false for commits that the repository does not have", async () => {
      expect(await git.isAncestor(SHOP, UNKNOWN, base)).toBe(false);
      expect(await git.isAncestor(SHOP, base, UNKNOWN)).toBe(false);
    });
  });

  describe("a head with a message of more than a megabyte", () => {
    const tooLong = `Change 1\n\n${"long ".repeat(220_000)}\n`;

    itInAll.each(home.buildsBy)(
      "is refused by name and never cut by %s, and what is built without it is built",
      async (method) => {
        const one = await pull(1, { files: { "one.txt": "one\n" }, message: tooLong });
        const two = await pull(2, { files: { "two.txt": "two\n" } });
        const outcome = await git.build(SHOP, speculation([two, one], method));
        expect(outcome).toEqual({
          kind: "unusable",
          pullRequest: 1,
          headSha: one.headSha,
          why: `its head ${one.headSha} has a message of more than 1048576 bytes, which is the limit for landing`,
        });
        expect(await git.build(SHOP, speculation([two], method))).toMatchObject({ kind: "built" });
      },
    );

    itInCi("keeps nobody from knowing its pull request", async () => {
      const { headSha } = await pull(1, { files: { "one.txt": "one\n" }, message: tooLong });
      expect(await git.readCommit(SHOP, headSha)).toMatchObject({ authorName: "Ada Author" });
      expect(await git.isAncestor(SHOP, base, headSha)).toBe(true);
    });
  });

  describe("build", () => {
    it("notes that the only head has the built tree itself", async () => {
      const [one, two] = [
        await pull(1, { files: { "new.txt": "new\n" } }),
        await pull(2, { files: { "other.txt": "other\n" } }),
      ];
      expect(await git.build(SHOP, speculation([one]))).toMatchObject({ kind: "built", isHeadTree: true });
      expect(await git.build(SHOP, speculation([one, two]))).not.toHaveProperty("isHeadTree");
    });

    itInAll(
      "squashes each pull request into one commit by its author, on top of the one before",
      async () => {
        const body = "It was slow.\n\nSigned-off-by: Ada\n";
        const one = await pull(1, {
          files: { "a.txt": text({ 1: "one\n" }) },
          message: `Make it fast\n\n${body}`,
        });
        const two = await pull(2, {
          files: { "b.txt": text({ 2: "two\n" }) },
          author: "Bob <bob@example.com>",
        });
        const { commits, tree } = await built([one, two]);
        const format = "%H|%P|%an <%ae>|%aI|%cn <%ce>|%cI|%B|";
        const log = await origin.git("log", "-z", "--reverse", `--format=format:${format}`, `${base}..look`);
        expect(log.split("\0")).toEqual([
          `${commits[0] ?? ""}|${base}|Ada Author <ada@example.com>|2023-11-14T22:13:20+00:00|` +
            `Merge Queue <merge-queue@localhost>|2026-01-02T03:04:06+00:00|Make it fast (#1)\n\n${body}|`,
          `${commits[1] ?? ""}|${commits[0] ?? ""}|Bob <bob@example.com>|2023-11-14T22:13:20+00:00|` +
            "Merge Queue <merge-queue@localhost>|2026-01-02T03:04:07+00:00|Change 2 (#2)\n|",
        ]);
        expect(await origin.tree("look")).toBe(tree);
        expect(await origin.files("look")).toEqual({
          "a.txt": `100644 ${text({ 1: "one\n" }).trimEnd()}`,
          "b.txt": `100644 ${text({ 2: "two\n" }).trimEnd()}`,
        });
      },
    );

    itInAll(
      "squashes by the wording of the code host, with the authors of all commits but merges",
      async () => {
        const [, , headSha] = await origin.commits([
          { parents: [base], files: { "a.txt": text({ 1: "one\n" }) }, message: "First\n\nWhy.\n" },
          {
            parents: [0],
            files: { "b.txt": text({ 2: "two\n" }) },
            message: "Second\n",
            author: "Bob <b@x>",
          },
          { parents: [1, base], message: "Merge main\n", author: "Eve <e@x>" },
        ]);
        if (headSha === undefined) throw new Error("three commits");
        await origin.setRef("refs/pull/1/head", headSha);
        const author = { name: "ada", email: "7+ada@users.noreply.github.com" };
        const wording = {
          title: "COMMIT_OR_PR_TITLE",
          body: "COMMIT_MESSAGES",
          login: "ada",
          author,
        } as const;
        const more = { title: "Title", submittedAt: SUBMITTED_AT, wording };
        const below = await pull(2, { files: { "new.txt": "new\n" } });
        const one = { pullRequest: pullRequestNumber(1), headSha, ...more };
        await built([{ ...below, wording: { ...wording, template: "{{title}} of {{author}}" } }, one]);
        const log = await origin.git(
          "log",
          "-z",
          "--reverse",
          "--format=format:%an <%ae>|%B",
          `${base}..look`,
        );
        expect(log.split("\0")).toEqual([
          "ada <7+ada@users.noreply.github.com>|Change 2 of ada\n\nCo-authored-by: Ada Author <ada@example.com>\n",
          "ada <7+ada@users.noreply.github.com>|Title (#1)\n\n* First\n\nWhy.\n\n* Second\n\n" +
            "Co-authored-by: Ada Author <ada@example.com>\nCo-authored-by: Bob <b@x>",
        ]);
      },
    );

    itInAll("joins each pull request by a merge commit with two parents", async () => {
      const one = await pull(1, { files: { "a.txt": text({ 1: "one\n" }) } });
      const two = await pull(2, { files: { "b.txt": text({ 2: "two\n" }) } });
      const { commits, tree } = await built([one, two], "merge_commit");
      const format = "%H|%P|%an|%aI|%cI|%s";
      const log = await origin.git(
        "log",
        "--first-parent",
        "--reverse",
        `--format=${format}`,
        `${base}..look`,
      );
      const dates = ["2026-01-02T03:04:06+00:00", "2026-01-02T03:04:07+00:00"].map(
        (date) => `${date}|${date}`,
      );
      expect(log.split("\n")).toEqual([
        `${commits[0] ?? ""}|${base} ${one.headSha}|Merge Queue|${dates[0] ?? ""}|Merge pull request #1: Change 1`,
        `${commits[1] ?? ""}|${commits[0] ?? ""} ${two.headSha}|Merge Queue|${dates[1] ?? ""}|Merge pull request #2: Change 2`,
      ]);
      expect(await origin.tree("look")).toBe(tree);
    });

    itInAll("replays each commit of a pull request when it rebases, with author and message", async () => {
      const [first, headSha] = await origin.commits([
        {
          parents: [base],
          files: { "a.txt": text({ 1: "one\n" }) },
          message: "First\n\nWhy.\n",
          seconds: 1_600_000_000,
        },
        {
          parents: [0],
          files: { "a.txt": text({ 1: "one\n", 5: "five\n" }) },
          message: "Second [skip ci]\n",
          author: "Bob <b@x>",
        },
      ]);
      if (first === undefined || headSha === undefined) throw new Error("two commits");
      await origin.setRef("refs/pull/1/head", headSha);
      const one = { pullRequest: pullRequestNumber(1), headSha, title: "Title", submittedAt: SUBMITTED_AT };
      const two = await pull(2, { files: { "a.txt": text({ 20: "twenty\n" }) } });
      const { commits, tree } = await built([two, one], "rebase");
      const log = await origin.git(
        "log",
        "-z",
        "--reverse",
        "--format=format:%an <%ae>|%at|%ct|%B|",
        `${base}..look`,
      );
      const submitted = String(Math.floor(SUBMITTED_AT / 1000));
      expect(log.split("\0")).toEqual([
        `Ada Author <ada@example.com>|1700000000|${Number(submitted) + 2}|Change 1\n|`,
        `Ada Author <ada@example.com>|1600000000|${submitted}|First\n\nWhy.\n|`,
        `Bob <b@x>|1700000001|${submitted}|Second (skip ci)\n|`,
      ]);
      expect(commits.at(-1)).toBe(await origin.ref("refs/heads/look"));
      expect(commits).toHaveLength(2);
      expect(commits[0]).toBe(commitId(await origin.git("rev-parse", "look~2")));
      expect(await origin.tree("look")).toBe(tree);
      expect(await origin.git("show", "look:a.txt")).toBe(
        text({ 1: "one\n", 5: "five\n", 20: "twenty\n" }).trimEnd(),
      );
    });

    itInAll.each(home.buildsBy)(
      "gives byte-identical commits for the same speculation, also to another git (%s)",
      async (mergeMethod) => {
        const heads = [
          await pull(1, { files: { "a.txt": text({ 1: "one\n" }) } }),
          await pull(2, { files: { "b.txt": text({ 2: "two\n" }) } }),
        ];
        const first = await git.build(SHOP, speculation(heads, mergeMethod));
        expect(first.kind).toBe("built");
        expect(await git.build(SHOP, speculation(heads, mergeMethod))).toEqual(first);
        expect(await open(origin).build(SHOP, speculation(heads, mergeMethod))).toEqual(first);
      },
    );

    itInAll.each(home.buildsBy)(
      "begins with the commits of the speculation it continues (%s)",
      async (mergeMethod) => {
        const one = await pull(1, { files: { "a.txt": text({ 1: "one\n" }) } });
        const two = await pull(2, { files: { "b.txt": text({ 2: "two\n" }) } });
        const short = await built([one], mergeMethod);
        const long = await built([one, two], mergeMethod);
        expect(long.commits.slice(0, 1)).toEqual(short.commits);
      },
    );

    itInAll.each(home.buildsBy)(
      "adds a commit of its own for a pull request whose changes are there already (%s)",
      async (mergeMethod) => {
        const change = { files: { "a.txt": text({ 1: "one\n" }) } };
        const [one, same] = [await pull(1, change), await pull(2, { ...change, message: "Same change" })];
        const { commits, tree } = await built([one, same], mergeMethod);
        expect(new Set(commits).size).toBe(2);
        expect(await origin.tree(commits[0] ?? "")).toBe(tree);
      },
    );

    itInAll.each(home.buildsBy)(
      "takes a pull request that was built on another one (%s)",
      async (mergeMethod) => {
        const first = await origin.commit({ parents: [base], files: { "a.txt": text({ 1: "first\n" }) } });
        const one = await pull(1, { parents: [first], files: { "a.txt": text({ 1: "second\n" }) } });
        const files = { "a.txt": text({ 1: "second\n", 9: "nine\n" }) };
        const two = await pull(2, { parents: [one.headSha], files });
        await built([one, two], mergeMethod);
        expect(await origin.git("show", "look:a.txt")).toBe(files["a.txt"].trimEnd());
      },
    );

    itInAll.each(home.buildsBy)(
      "names the pull request and the files of a conflict, and keeps what was built before (%s)",
      async (mergeMethod) => {
        const one = await pull(1, { files: { "a.txt": text({ 1: "one\n" }), 'odd "ü\n.txt': "one\n" } });
        const two = await pull(2, { files: { "a.txt": text({ 1: "two\n" }), 'odd "ü\n.txt': "two\n" } });
        const alone = await built([one], mergeMethod);
        expect(await git.build(SHOP, speculation([one, two], mergeMethod))).toEqual({
          kind: "conflicted",
          commits: alone.commits,
          pullRequest: 2,
          files: inConflict("a.txt", 'odd "ü\n.txt'),
        });
      },
    );

    itInAll.each(home.buildsBy)("cannot merge a history of its own (%s)", async (mergeMethod) => {
      const stranger = await pull(1, { parents: [], files: { "c.txt": "c\n" } });
      expect(await git.build(SHOP, speculation([stranger], mergeMethod))).toEqual({
        kind: "conflicted",
        commits: [],
        pullRequest: 1,
        files: [],
      });
    });

    itInAll("says which commit the repository does not have", async () => {
      const one = await pull(1, { files: { "c.txt": "c\n" } });
      const gone = { ...one, pullRequest: pullRequestNumber(2), headSha: UNKNOWN };
      expect(await git.build(SHOP, speculation([one, gone]))).toEqual({ kind: "missing", commit: UNKNOWN });
      expect(await git.build(SHOP, { ...speculation([one]), testedOn: UNKNOWN })).toEqual({
        kind: "missing",
        commit: UNKNOWN,
      });
    });

    itInCi("says that a head is missing which was pushed away before it was ever needed", async () => {
      const one = await pull(1, { files: { "c.txt": "c\n" } });
      await origin.setRef("refs/pull/1/head", null);
      await origin.git("prune", "--expire=now");
      expect(await git.build(SHOP, speculation([one]))).toEqual({ kind: "missing", commit: one.headSha });
    });

    it("builds nothing on top when the speculation contains nothing", async () => {
      expect(await git.build(SHOP, speculation([]))).toEqual({
        kind: "built",
        commits: [],
        tree: await origin.tree(base),
      });
    });

    itInAll.each(home.buildsBy)(
      "takes any title, message and author for what they are: text (%s)",
      async (mergeMethod) => {
        const hostile = "-m --amend\0 $(touch x) `id`\r\n\u2028; rm -rf / #1 \ud800";
        const change = {
          files: { "-rf": "x\n", "--help": { mode: "120000", content: "/etc/passwd" } },
        } as const;
        const one = await pull(1, { ...change, author: "... <>", message: hostile.replace("\0", "") });
        await built([{ ...one, title: hostile }], mergeMethod);
        expect(Object.keys(await origin.files("look"))).toEqual(["--help", "-rf", "a.txt", "b.txt"]);
        expect(await origin.git("fsck", "--strict", "--no-dangling")).toBe("");
      },
    );

    itInAll("writes the whole title on one line, and its number once", async () => {
      const one = await pull(1, { files: { "c.txt": "c\n" } });
      const two = await pull(2, { files: { "d.txt": "d\n" } });
      await built([
        { ...one, title: "Two\nlines\t and (#2) " },
        { ...two, title: "Done already (#2)" },
      ]);
      expect(await origin.git("log", "--reverse", "--format=%B", `${base}..look`)).toBe(
        "Two lines and (#2) (#1)\n\nDone already (#2)\n",
      );
    });
  });

  describe("moveHead", () => {
    /** Beside each other, as a squash is beside the head that it was made of. */
    async function aMove(): Promise<HeadMove> {
      const from = await origin.commit({ parents: [base], message: "Change", refs: ["refs/heads/change"] });
      const to = await origin.commit({ parents: [base], message: "Squash", refs: ["refs/heads/tested"] });
      return { pullRequest: pullRequestNumber(1), branch: "change", from, to, run: RUN };
    }
    const head = async () => (await git.readRefs(SHOP, ["refs/heads/change"])).get("refs/heads/change");
    const kept = async () => origin.git("for-each-ref", "--format=%(objectname)", "refs/merge-queue/");

    it("moves the branch there and back, each as often as asked, and keeps the old head", async () => {
      const move = await aMove();
      for (const way of ["push", "push", "takeBack", "takeBack"] as const) {
        expect(await git.moveHead(SHOP, move, way)).toBe("moved");
        expect([await head(), await kept()]).toEqual([way === "push" ? move.to : move.from, move.from]);
      }
      await git.forgetHeads(SHOP, move.pullRequest);
      await git.forgetHeads(SHOP, move.pullRequest);
      expect([await head(), await kept()]).toEqual([move.from, ""]);
    });

    it("never moves a branch that others have moved", async () => {
      const move = await aMove();
      const theirs = await origin.commit({ parents: [move.from], refs: ["refs/heads/change"] });
      expect(await git.moveHead(SHOP, move, "push")).toBe("elsewhere");
      expect([await head(), await kept()]).toEqual([theirs, ""]);
      await origin.setRef("refs/heads/change", move.from);
      await git.moveHead(SHOP, move, "push");
      await origin.setRef("refs/heads/change", theirs);
      expect(await git.moveHead(SHOP, move, "takeBack")).toBe("elsewhere");
      expect(await head()).toBe(theirs);
    });

    it("pushes nothing after it was taken back, even if the push has never arrived before", async () => {
      const move = await aMove();
      expect(await git.moveHead(SHOP, move, "takeBack")).toBe("moved");
      expect(await git.moveHead(SHOP, move, "push")).toBe("elsewhere");
      expect(await head()).toBe(move.from);
    });

    itInCi("takes a branch that is named as a ref, beside another one", async () => {
      const move = await aMove();
      await origin.setRef("refs/heads/refs/heads/change", base);
      expect(await git.moveHead(SHOP, move, "push")).toBe("moved");
      expect([await head(), await origin.git("rev-parse", "refs/heads/refs/heads/change")]).toEqual([
        move.to,
        base,
      ]);
    });
  });

  describe("prepareLanding", () => {
    /** The queue's branch without and with what landed beside the tested change. */
    let tip: CommitId;

    async function lands(files: Files): Promise<void> {
      tip = await origin.commit({ parents: [base], files, refs: ["refs/heads/main"] });
    }

    /** Tests `heads` on `base`, as a run before the branch moved did. */
    async function replay(
      heads: readonly ContainedHead[],
      mergeMethod: MergeMethod = "squash",
    ): Promise<Replay> {
      const { commits } = await built(heads, mergeMethod);
      const tested = commits.at(-1) ?? base;
      return { onto: tip, heads, mergeMethod, testedOn: base, tested };
    }

    /** Tests one pull request on `base`, and prepares it on what landed beside. */
    async function prepared(files: Files, mergeMethod?: MergeMethod) {
      return git.prepareLanding(SHOP, await replay([await pull(1, { files })], mergeMethod));
    }

    /** The files of a commit that only the git under test has. */
    async function filesOf(commit: CommitId) {
      await git.publish(SHOP, "look", commit);
      return origin.files("look");
    }

    const OTHER = commitId("e".repeat(40));
    const gitlink = (commit: CommitId) => ({ mode: "160000", commit }) as const;
    const executable = { mode: "100755", content: text() } as const;

    describe.each(home.landsBy)("with %s", (mergeMethod) => {
      itInCi("puts a change on what landed beside it, and changes nothing else", async () => {
        await lands({ "b.txt": text({ 1: "beside\n" }), "new/beside": "beside\n" });
        const order = await replay(
          [
            await pull(1, { files: { "a.txt": text({ 1: "one\n" }) } }),
            await pull(2, { files: { "c.txt": "two\n" } }),
          ],
          mergeMethod,
        );
        const outcome = await git.prepareLanding(SHOP, order);
        if (outcome.kind !== "prepared") throw new Error(JSON.stringify(outcome));
        expect(await filesOf(outcome.newTip)).toEqual({
          "a.txt": `100644 ${text({ 1: "one\n" }).trimEnd()}`,
          "b.txt": `100644 ${text({ 1: "beside\n" }).trimEnd()}`,
          "c.txt": "100644 two",
          "new/beside": "100644 beside",
        });
        expect(await origin.tree("look")).toBe(outcome.tree);
        expect(await origin.git("rev-list", "--first-parent", "--count", `${tip}..look`)).toBe("2");
        expect(await git.land(SHOP, "main", tip, outcome.newTip)).toEqual({ kind: "landed" });
      });

      itInAll("gives the same commits each time, also to another git", async () => {
        await lands({ "b.txt": "beside\n" });
        const order = await replay([await pull(1, { files: { "c.txt": "one\n" } })], mergeMethod);
        const outcome = await git.prepareLanding(SHOP, order);
        expect(outcome.kind).toBe("prepared");
        expect(await git.prepareLanding(SHOP, order)).toEqual(outcome);
        expect(await open(origin).prepareLanding(SHOP, order)).toEqual(outcome);
      });

      itInCi("differs where both changed the same file, though the two changes merge", async () => {
        await lands({ "a.txt": text({ 20: "beside\n" }) });
        const files = { "a.txt": text({ 1: "one\n" }) };
        expect(await prepared(files, mergeMethod)).toEqual({ kind: "differs", files: ["a.txt"] });
      });

      itInAll("differs where the two changes conflict", async () => {
        await lands({ "a.txt": text({ 1: "beside\n" }), 'odd "ü\n.txt': "beside\n" });
        const files = { "a.txt": text({ 1: "one\n" }), 'odd "ü\n.txt': "one\n", "c.txt": "one\n" };
        const outcome = { kind: "differs", files: inConflict("a.txt", 'odd "ü\n.txt') };
        expect(await prepared(files, mergeMethod)).toEqual(outcome);
      });

      /** A landing without a test run of the queue: the head's own checks are all there is. */
      const ownChecksOnly = (head: Replay["heads"][number]): Replay => ({
        onto: tip,
        heads: [head],
        mergeMethod,
        testedOn: tip,
        tested: head.headSha,
      });

      itInAll("lands a head that stands on the tip with exactly its own tree", async () => {
        await lands({ "b.txt": "before\n" });
        const head = await pull(1, { parents: [tip], files: { "a.txt": null, "c.txt": "one\n" } });
        const outcome = await git.prepareLanding(SHOP, ownChecksOnly(head));
        expect(outcome).toMatchObject({ kind: "prepared", tree: await origin.tree(head.headSha) });
      });

      itInAll("differs for a head whose own checks never saw the tip", async () => {
        await lands({ "b.txt": "before\n" });
        const head = await pull(1, { parents: [base], files: { "c.txt": "one\n" } });
        const outcome = await git.prepareLanding(SHOP, ownChecksOnly(head));
        expect(outcome).toEqual({ kind: "differs", files: ["b.txt"] });
      });
    });

    itInCi.each(
      rowsBySize<readonly [string, Files, Files]>([
        ["a file moved away", { "a.txt": null, "z.txt": text() }, { "b.txt": "beside\n" }],
        ["a file made executable", { "a.txt": executable }, { "b.txt": "beside\n" }],
        ["a file turned into a link", { "a.txt": { mode: "120000", content: "b.txt" } }, { c: "beside\n" }],
        ["a file turned into a folder", { "a.txt": null, "a.txt/inside": "one\n" }, { c: "beside\n" }],
        ["a file deleted", { "a.txt": null }, { "b.txt": "beside\n" }],
        ["a submodule added", { sub: gitlink(UNKNOWN) }, { other: gitlink(OTHER) }],
        ["bytes", { bin: { mode: "100644", content: Buffer.from([0, 255, 10]) } }, { c: "beside\n" }],
        [
          "hostile names",
          { "-rf": "one\n", '"a\n\tb"': "one\n", "\u2028": "one\n" },
          { "--help": "beside\n" },
        ],
        ["what landed beside it already", { "c.txt": "same\n" }, { "c.txt": "same\n", "d.txt": "beside\n" }],
      ]),
    )("lands %s as it was tested", async (_what, files, beside) => {
      await lands(beside);
      const outcome = await prepared(files);
      if (outcome.kind !== "prepared") throw new Error(JSON.stringify(outcome));
      const expected = { ...(await origin.files(base)), ...(await filesOf(outcome.newTip)) };
      const [testedFiles, besideFiles] = [await origin.files("refs/pull/1/head"), await origin.files(tip)];
      expect(await origin.files("look")).toEqual(
        Object.fromEntries(
          Object.keys(expected)
            .map((path) => [path, path in files ? testedFiles[path] : besideFiles[path]])
            .filter(([, content]) => content !== undefined),
        ),
      );
    });

    itInCi.each(
      rowsBySize<readonly [string, Files, Files, readonly string[]]>([
        [
          "the change follows a file to where it was moved",
          { "a.txt": text({ 1: "one\n" }) },
          { "a.txt": null, "moved.txt": text() },
          ["a.txt", "moved.txt"],
        ],
        [
          "the file that it moves was changed",
          { "a.txt": null, "moved.txt": text() },
          { "a.txt": text({ 1: "beside\n" }) },
          ["moved.txt"],
        ],
        [
          "the file that it changes was made executable",
          { "a.txt": text({ 1: "one\n" }) },
          { "a.txt": executable },
          ["a.txt"],
        ],
        [
          "the file that it deletes was changed",
          { "a.txt": null },
          { "a.txt": "beside\n" },
          inConflict("a.txt"),
        ],
        [
          "the submodule that it moves was moved",
          { sub: gitlink(UNKNOWN) },
          { sub: gitlink(OTHER) },
          inConflict("sub"),
        ],
        ["its folder became a file", { "dir/a": "one\n" }, { dir: "beside\n" }, inConflict("dir~")],
      ]),
    )("differs where %s", async (_what, files, beside, paths) => {
      await lands(beside);
      const outcome = await prepared(files);
      if (outcome.kind !== "differs") throw new Error(JSON.stringify(outcome));
      for (const path of paths) expect(outcome.files.some((file) => file.startsWith(path))).toBe(true);
    });

    it("differs where two names look the same and are not, as bytes may that are no text", async () => {
      const bytes = (fe: string, ff: string) => ({ "\xfe.txt": fe, ...(ff !== "" && { "\xff.txt": ff }) });
      base = await origin.commit({ filesAtBytes: bytes("kept\n", ""), refs: ["refs/heads/main"] });
      tip = await origin.commit({ parents: [base], filesAtBytes: bytes("beside\n", "") });
      const heads = [await pull(1, { parents: [tip], filesAtBytes: bytes("kept\n", "one\n") })];
      const { headSha: tested } = await pull(2, { filesAtBytes: bytes("kept\n", "one\n") });
      const order = { onto: tip, heads, mergeMethod: "squash", testedOn: base, tested } as const;
      expect(await git.prepareLanding(SHOP, order)).toEqual({ kind: "differs", files: ["\ufffd.txt"] });
    });

    itInAll("says of a change of thousands of files only where it begins", async () => {
      const many = (content: string) =>
        Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`many/${index}`, content]));
      await lands({ "b.txt": "beside\n" });
      const order = await replay([await pull(1, { files: many("one\n") })]);
      const other = await origin.commit({
        parents: [base],
        files: many("other\n"),
        refs: ["refs/pull/2/head"],
      });
      const outcome = await git.prepareLanding(SHOP, { ...order, tested: other });
      expect(outcome.kind === "differs" && outcome.files).toHaveLength(50);
    });

    it("prepares nothing where no head is to land", async () => {
      await lands({ "b.txt": "beside\n" });
      const order: Replay = {
        ...{ onto: tip, heads: [], mergeMethod: "squash" },
        ...{ testedOn: base, tested: base },
      };
      const tree = await origin.tree(tip);
      expect(await git.prepareLanding(SHOP, order)).toMatchObject({ kind: "prepared", newTip: tip, tree });
    });

    it("says which commit the repository does not have", async () => {
      await lands({ "b.txt": "beside\n" });
      const order = await replay([await pull(1, { files: { "c.txt": "one\n" } })]);
      const gone = order.heads.map((head) => ({ ...head, headSha: UNKNOWN }));
      for (const lost of [{ onto: UNKNOWN }, { heads: gone }, { testedOn: UNKNOWN }, { tested: UNKNOWN }]) {
        expect(await git.prepareLanding(SHOP, { ...order, ...lost })).toEqual({
          kind: "missing",
          commit: UNKNOWN,
        });
      }
    });
  });

  describe("publish", () => {
    itInAll("makes the branch point at the commit, whatever it was before", async () => {
      const commit = await tested();
      const stranger = await origin.commit({ refs: ["refs/heads/mq/1"] });
      for (const branch of ["mq/1", "mq/1", "mq/2"]) await git.publish(SHOP, branch, commit);
      expect(await origin.ref("refs/heads/mq/1")).toBe(commit);
      expect(await origin.ref("refs/heads/mq/2")).toBe(commit);
      expect(commit).not.toBe(stranger);
    });

    itInAll(
      "publishes a commit again that only the repository has, as after the loss of a clone",
      async () => {
        const commit = await tested();
        await open(origin).publish(SHOP, "mq/1", commit);
        expect(await origin.ref("refs/heads/mq/1")).toBe(commit);
      },
    );

    itInAll("runs none of the hooks that a repository brings along", async () => {
      const trap = join(origin.folder, "trapped");
      const hook = { mode: "100755", content: `#!/bin/sh\ntouch ${trap}\n` } as const;
      const one = await pull(1, { files: { "hooks/pre-push": hook, ".githooks/pre-push": hook } });
      await built([one]);
      expect(existsSync(trap)).toBe(false);
    });
  });

  describe("unpublish", () => {
    itInAll("removes the branch and no other, and repeating is harmless", async () => {
      const commit = await tested();
      await git.publish(SHOP, "mq/1", commit);
      await git.publish(SHOP, "mq/12", commit);
      for (let times = 0; times < 2; times += 1) await git.unpublish(SHOP, "mq/1", RUN);
      expect(await git.listBranches(SHOP, "mq/")).toEqual(["mq/12"]);
    });

    it("is harmless for a run that was never built", async () => {
      await git.unpublish(SHOP, "mq/none", RUN);
      expect(await origin.refs()).toEqual(["refs/heads/main"]);
    });

    itInAll("is as good as new afterwards: the run can be built and published again", async () => {
      const one = await pull(1, { files: { "c.txt": "c\n" } });
      const before = await built([one]);
      await git.unpublish(SHOP, "look", RUN);
      expect(await built([one])).toEqual(before);
    });
  });

  describe("land", () => {
    it("moves the branch to the very commit that was built", async () => {
      const commit = await tested();
      expect(await git.land(SHOP, "main", base, commit)).toEqual({ kind: "landed" });
      expect(await origin.ref("refs/heads/main")).toBe(commit);
    });

    itInAll("answers the same when it is repeated, also when others have built on it since", async () => {
      const commit = await tested();
      await git.land(SHOP, "main", base, commit);
      expect(await git.land(SHOP, "main", base, commit)).toEqual({ kind: "landed" });
      const later = await origin.commit({ parents: [commit], refs: ["refs/heads/main"] });
      expect(await git.land(SHOP, "main", base, commit)).toEqual({ kind: "landed" });
      expect(await open(origin).land(SHOP, "main", base, commit)).toEqual({ kind: "landed" });
      expect(await origin.ref("refs/heads/main")).toBe(later);
    });

    itInAll("lands a commit that another git built and published", async () => {
      const commit = await tested();
      expect(await open(origin).land(SHOP, "main", base, commit)).toEqual({ kind: "landed" });
      expect(await origin.ref("refs/heads/main")).toBe(commit);
    });

    itInAll("is refused where the branch has moved on, and says where it stands", async () => {
      const commit = await tested();
      const other = await origin.commit({ parents: [base], files: { x: "x" }, refs: ["refs/heads/main"] });
      expect(await git.land(SHOP, "main", base, commit)).toEqual({ kind: "refused", tip: other });
      expect(await origin.ref("refs/heads/main")).toBe(other);
    });

    itInCi("never brings back a commit that somebody took off the branch", async () => {
      // The branch stood on a bad commit when the run was built, and was moved back before it landed.
      const good = base;
      base = await origin.commit({ parents: [good], files: { bad: "bad\n" }, refs: ["refs/heads/main"] });
      const commit = await tested();
      await origin.setRef("refs/heads/main", good);
      expect(await git.land(SHOP, "main", base, commit)).toEqual({ kind: "refused", tip: good });
      expect(await origin.ref("refs/heads/main")).toBe(good);
    });

    itInAll("is refused by a branch that is gone", async () => {
      const commit = await tested();
      await origin.setRef("refs/heads/main", null);
      expect(await git.land(SHOP, "main", base, commit)).toEqual({ kind: "refused", tip: null });
      expect(await origin.ref("refs/heads/main")).toBeNull();
    });

    it("never rewrites a branch, even when it stands where it is expected", async () => {
      const sideways = await origin.commit({ files: { x: "x" }, refs: ["refs/heads/side"] });
      await expect(git.land(SHOP, "main", base, sideways)).rejects.toMatchObject({ retryable: false });
      expect(await origin.ref("refs/heads/main")).toBe(base);
    });

    itInCi("fails for good for a commit that exists nowhere", async () => {
      await expect(git.land(SHOP, "main", base, UNKNOWN)).rejects.toMatchObject({
        name: "GitError",
        retryable: false,
      });
    });

    itInCi("lets exactly one of two landings through", async () => {
      const [one, two] = [await tested(1), await tested(2)];
      const answers = await Promise.all([
        git.land(SHOP, "main", base, one),
        git.land(SHOP, "main", base, two),
      ]);
      const tip = await origin.ref("refs/heads/main");
      const winner = tip === one ? 0 : 1;
      expect(tip).toBe(winner === 0 ? one : two);
      expect(answers[winner]).toEqual({ kind: "landed" });
      expect(answers[1 - winner]).toEqual({ kind: "refused", tip });
    });
  });

  (home.checksOut ? describe : describe.skip)("checkOut", () => {
    let folder: string;
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), "merge-queue-checkout-"));
      rmSync(folder, { recursive: true });
    });
    afterEach(() => rm(folder, { recursive: true, force: true }));

    const read = (path: string) => readFileSync(join(folder, path), "utf8");
    const write = (path: string, content: string) => writeFileSync(join(folder, path), content);

    async function commitFiles(files: Parameters<GitRepository["commit"]>[0]["files"]): Promise<CommitId> {
      return origin.commit({ ...(files === undefined ? {} : { files }), refs: ["refs/heads/work"] });
    }

    itInCi("lays out files, modes, links and folders in a folder that it makes", async () => {
      const commit = await commitFiles({
        "deep/down/file.txt": "content\n",
        "run.sh": { mode: "100755", content: "#!/bin/sh\n" },
        link: { mode: "120000", content: "deep/down" },
        "bytes.bin": { mode: "100644", content: Buffer.from([0, 255, 13, 10]) },
      });
      await git.checkOut(SHOP, commit, folder);
      expect(read("deep/down/file.txt")).toBe("content\n");
      expect(lstatSync(join(folder, "run.sh")).mode & 0o111).toBe(0o111);
      expect(lstatSync(join(folder, "deep/down/file.txt")).mode & 0o111).toBe(0);
      expect(readlinkSync(join(folder, "link"))).toBe("deep/down");
      expect(readFileSync(join(folder, "bytes.bin"))).toEqual(Buffer.from([0, 255, 13, 10]));
    });

    itInCi("brings the folder from one commit to exactly the next", async () => {
      const first = await commitFiles({
        "a/b": "1\n",
        gone: "x\n",
        mode: "m\n",
        swap: "file\n",
        old: "old\n",
      });
      const second = await commitFiles({
        "a/b": "2\n",
        mode: { mode: "100755", content: "m\n" },
        "swap/inside": "folder\n",
        old: { mode: "120000", content: "mode" },
      });
      await git.checkOut(SHOP, first, folder);
      await git.checkOut(SHOP, second, folder);
      expect(read("a/b")).toBe("2\n");
      expect(existsSync(join(folder, "gone"))).toBe(false);
      expect(lstatSync(join(folder, "mode")).mode & 0o111).toBe(0o111);
      expect(read("swap/inside")).toBe("folder\n");
      expect(readlinkSync(join(folder, "old"))).toBe("mode");
      await git.checkOut(SHOP, first, folder);
      expect(read("swap")).toBe("file\n");
      expect(lstatSync(join(folder, "old")).isSymbolicLink()).toBe(false);
    });

    itInCi("takes back everything an earlier run did, but leaves ignored files", async () => {
      const commit = await commitFiles({
        ".gitignore": "node_modules/\n",
        kept: "kept\n",
        "src/a": "a\n",
        lost: "l\n",
      });
      await git.checkOut(SHOP, commit, folder);
      write("kept", "KEPT\n"); // the same length, so that only its time tells
      rmSync(join(folder, "lost"));
      write("untracked", "x");
      for (const path of ["node_modules/pkg", "nested/.git", "src/.git", ".git"]) {
        mkdirSync(join(folder, path), { recursive: true });
        write(`${path}/file`, "x");
      }
      write("nested/.git/HEAD", "ref: refs/heads/main\n");
      rmSync(join(folder, "src/a"));
      symlinkSync("/etc/hostname", join(folder, "src/a"));
      await git.checkOut(SHOP, commit, folder);
      expect(read("kept")).toBe("kept\n");
      expect(read("lost")).toBe("l\n");
      expect(read("src/a")).toBe("a\n");
      expect(lstatSync(join(folder, "src/a")).isFile()).toBe(true);
      expect(existsSync(join(folder, "untracked"))).toBe(false);
      expect(existsSync(join(folder, "nested"))).toBe(false);
      expect(existsSync(join(folder, ".git"))).toBe(false);
      expect(read("node_modules/pkg/file")).toBe("x");
    });

    itInCi("writes through no link that an earlier run put in a folder's place", async () => {
      const commit = await commitFiles({ "src/a": "a\n" });
      const outside = await mkdtemp(join(tmpdir(), "merge-queue-outside-"));
      await git.checkOut(SHOP, commit, folder);
      rmSync(join(folder, "src"), { recursive: true });
      symlinkSync(outside, join(folder, "src"));
      await git.checkOut(SHOP, commit, folder);
      expect(read("src/a")).toBe("a\n");
      expect(existsSync(join(outside, "a"))).toBe(false);
      rmSync(outside, { recursive: true });
    });

    itInAll("heals a folder that was taken away, or has something else in its place", async () => {
      const commit = await commitFiles({ a: "a\n" });
      await git.checkOut(SHOP, commit, folder);
      rmSync(folder, { recursive: true });
      await git.checkOut(SHOP, commit, folder);
      expect(read("a")).toBe("a\n");
      rmSync(folder, { recursive: true });
      writeFileSync(folder, "a file");
      await git.checkOut(SHOP, commit, folder);
      expect(read("a")).toBe("a\n");
    });

    it("leaves submodules alone and runs no filter", async () => {
      const trap = join(origin.folder, "trapped");
      const commit = await commitFiles({
        sub: { mode: "160000", commit: UNKNOWN },
        ".gitmodules": `[submodule "sub"]\n\tpath = sub\n\turl = ext::sh -c "touch% ${trap}"\n`,
        ".gitattributes": "* filter=trap\n",
        ".gitconfig": `[filter "trap"]\n\tsmudge = touch ${trap}\n`,
        a: "a\n",
      });
      await git.checkOut(SHOP, commit, folder);
      expect(read("a")).toBe("a\n");
      expect(lstatSync(join(folder, "sub")).isDirectory()).toBe(true);
      expect(existsSync(trap)).toBe(false);
    });

    itInCi("checks out a built commit that is published nowhere", async () => {
      const one = await pull(1, { files: { "c.txt": "c\n" } });
      const outcome = await git.build(SHOP, speculation([one]));
      if (outcome.kind !== "built") throw new Error("expected a build");
      await git.checkOut(SHOP, outcome.commits[0] ?? base, folder);
      expect(read("c.txt")).toBe("c\n");
    });

    it("fails for a commit that does not exist", async () => {
      await expect(git.checkOut(SHOP, UNKNOWN, folder)).rejects.toBeInstanceOf(GitError);
    });

    describe("inspectCheckout", () => {
      const inspect = (commit: CommitId, depth: "head" | "files" = "files") =>
        git.inspectCheckout(SHOP, commit, folder, depth);
      const differs = (...files: readonly string[]) => ({ kind: "otherFiles", files });

      itInAll("finds intact whatever was just laid out", async () => {
        const commit = await commitFiles({
          ".gitattributes": "*.txt text eol=crlf\n*.ident ident\n",
          "unix.txt": "one\ntwo\n",
          "committed-against-the-attributes.txt": "one\r\ntwo\r\n",
          "expanded.ident": "$Id$\n",
          "run.sh": { mode: "100755", content: "#!/bin/sh\n" },
          link: { mode: "120000", content: "nowhere" },
          sub: { mode: "160000", commit: UNKNOWN },
          'a "name"\twith\nall ‘kinds’ of 字': "x\n",
          "sp ace/-dash": "x\n",
          ".gitignore": "ignored/\n*.log\n",
        });
        await git.checkOut(SHOP, commit, folder);
        for (const path of ["ignored/left", "build/left.log", "sp ace/left.log"]) {
          mkdirSync(join(folder, dirname(path)), { recursive: true });
          write(path, "x");
        }
        await git.checkOut(SHOP, commit, folder);
        expect(await inspect(commit)).toEqual({ kind: "intact" });
        expect(await inspect(commit, "head")).toEqual({ kind: "intact" });
      });

      itInAll("names files that were changed, removed, added or made executable", async () => {
        const names = ["kept", "changed", "removed", "mode", "link", "file"];
        const files = Object.fromEntries(names.map((name) => [name, "12345\n"]));
        const commit = await commitFiles({ ...files, link: { mode: "120000", content: "kept" } });
        await git.checkOut(SHOP, commit, folder);
        write("changed", "54321\n"); // the same length, in the same second
        rmSync(join(folder, "removed"));
        chmodSync(join(folder, "mode"), 0o755);
        rmSync(join(folder, "link"));
        symlinkSync("nowhere", join(folder, "link"));
        rmSync(join(folder, "file"));
        symlinkSync("kept", join(folder, "file"));
        write("added", "x");
        mkdirSync(join(folder, "folder"));
        write("folder/added", "x");
        const all = ["changed", "file", "link", "mode", "removed", "added", "folder/"];
        expect(await inspect(commit)).toEqual(differs(...all));
        expect(await inspect(commit, "head")).toEqual({ kind: "intact" });
        await git.checkOut(SHOP, commit, folder);
        expect(await inspect(commit)).toEqual({ kind: "intact" });
      });

      itInCi("names ten of many files", async () => {
        const commit = await commitFiles({ a: "a\n" });
        await git.checkOut(SHOP, commit, folder);
        for (let number = 10; number < 30; number += 1) write(`added-${number}`, "x");
        const tens = Array.from({ length: 10 }, (_, index) => `added-1${index}`);
        expect(await inspect(commit)).toEqual(differs(...tens));
      });

      itInCi("sees that another commit was laid out there since, or none ever", async () => {
        const one = await commitFiles({ a: "1\n" });
        const other = await commitFiles({ a: "2\n" });
        await git.checkOut(SHOP, one, `${folder}/beside`);
        for (const depth of ["head", "files"] as const) {
          expect(await inspect(one, depth)).toEqual({ kind: "otherHead" });
        }
        await git.checkOut(SHOP, one, folder);
        await git.checkOut(SHOP, other, folder);
        for (const depth of ["head", "files"] as const) {
          expect(await inspect(one, depth)).toEqual({ kind: "otherHead" });
          expect(await inspect(other, depth)).toEqual({ kind: "intact" });
        }
        write("a", "1\n"); // as in the first commit, in the tree of the other
        expect(await inspect(one)).toEqual({ kind: "otherHead" });
        expect(await inspect(other)).toEqual(differs("a"));
        rmSync(folder, { recursive: true });
        expect(await inspect(other, "head")).toEqual({ kind: "intact" });
        expect(await inspect(other)).toMatchObject({ kind: "otherFiles" });
      });

      itInAll("is not led astray by a repository that was made in the folder", async () => {
        const commit = await commitFiles({ a: "1\n" });
        await git.checkOut(SHOP, commit, folder);
        const inFolder = (...words: readonly string[]) =>
          execFileSync("git", ["-C", folder, "-c", "user.name=x", "-c", "user.email=x@x", ...words]);
        inFolder("init", "--quiet");
        write("a", "2\n");
        inFolder("add", "--all");
        inFolder("commit", "--quiet", "--message", "theirs");
        expect(await inspect(commit, "head")).toEqual({ kind: "intact" });
        expect(await inspect(commit)).toEqual(differs("a"));
      });
    });
  });

  describe("listBranches", () => {
    it("gives the branches whose names start with the prefix, taken literally", async () => {
      for (const ref of [
        "heads/mq-merge/pr-1/x",
        "heads/mq-merge/pr-2/y",
        "heads/other/mq-merge/z",
        "tags/mq-merge/t",
      ]) {
        await origin.setRef(`refs/${ref}`, base);
      }
      expect(await git.listBranches(SHOP, "mq-merge/")).toEqual(["mq-merge/pr-1/x", "mq-merge/pr-2/y"]);
      expect(await git.listBranches(SHOP, "mq-*")).toEqual([]);
    });
  });
}
