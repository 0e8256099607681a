/** Git through its command line, in bare clones of the service's own. */
import { createHash, randomUUID } from "node:crypto";
import { join, resolve } from "node:path";
import type { CommitId, TestRunId } from "../../domain/ids.js";
import { type Repository, repositoryKey } from "../../domain/repository.js";
import type { CommitFacts, Git, Replay, ReplayOutcome } from "../ports/git.js";
import { GitError, isSystemError } from "../ports/world-error.js";
import { repositoryAddress } from "./branch-rules.js";
import { type Committer, SpeculationBuilder } from "./build-speculation.js";
import { checkOutCommit } from "./check-out.js";
import { Clone } from "./clone.js";
import type { CommitRecord } from "./commit.js";
import { inspectCheckout } from "./inspect-checkout.js";
import { type Landing, type LandOutcome, landOnce, type Mover } from "./land-once.js";
import { runRef } from "./list-branches.js";
import { Memo } from "./memo.js";
import { isAncestorIn, isPresent, obtainCommits } from "./read-commits.js";
import { createGitRunner, DEFAULT_DEADLINES, type GitAccess, type GitDeadlines } from "./run-git.js";

export interface GitOptions {
  /** Clones lie in `<cloneFolder>/<host>/<owner>/<name>.git`; no other process may use them. */
  readonly cloneFolder: string;
  /** Path or URL of a repository; undefined for one that is not served. */
  readonly resolve: (repository: Repository) => string | undefined;
  readonly access?: GitAccess;
  /** Of the commits that are built. */
  readonly committer?: Committer;
  readonly deadlines?: GitDeadlines;
}

interface Workplace {
  readonly address: string;
  readonly clone: Clone;
  readonly builder: SpeculationBuilder;
  readonly history: History;
}

const DEFAULT_COMMITTER: Committer = { name: "Merge Queue", email: "merge-queue@localhost" };

export function createGit(options: GitOptions): Git {
  const { access = {}, committer = DEFAULT_COMMITTER, deadlines = DEFAULT_DEADLINES } = options;
  const runGit = createGitRunner(access, deadlines);
  const workplaces = new Map<string, Workplace>();

  function workplaceOf(repository: Repository): Workplace {
    const label = repositoryKey(repository);
    const address = options.resolve(repository);
    if (address === undefined) throw new GitError(`repository ${label} is not configured`, false);
    const known = workplaces.get(label);
    if (known?.address === address) return known;
    const clone = new Clone({
      label,
      folder: clonePath(resolve(options.cloneFolder), repository),
      address: repositoryAddress(address),
      credentials: async (turnedDown) => (await access.credentials?.(repository, address, turnedDown)) ?? {},
      runGit,
    });
    const builder = new SpeculationBuilder(clone, committer);
    const fresh = { address, clone, builder, history: new History(clone) };
    workplaces.set(label, fresh);
    return fresh;
  }

  async function at<Answer>(
    repository: Repository,
    work: (place: Workplace) => Promise<Answer>,
  ): Promise<Answer> {
    try {
      return await work(workplaceOf(repository));
    } catch (error) {
      throw isSystemError(error) ? new GitError(error.message, true, { cause: error }) : error;
    }
  }

  return {
    readRefs: (repository, refs) => at(repository, ({ clone }) => clone.readRefs(refs)),
    readCommit: (repository, commit) => at(repository, ({ history }) => history.readCommit(commit)),
    isAncestor: (repository, ancestor, descendant) =>
      at(repository, ({ history }) => history.isAncestor(ancestor, descendant)),
    build: (repository, speculation) => at(repository, ({ builder }) => builder.build(speculation)),
    prepareLanding: (repository, replay) =>
      at(repository, ({ clone, builder }) => prepareLanding(clone, builder, replay)),
    publish: (repository, branch, commit) => at(repository, ({ clone }) => publish(clone, branch, commit)),
    unpublish: (repository, branch, run) => at(repository, ({ clone }) => unpublish(clone, branch, run)),
    land: (repository, branch, expectedTip, newTip) =>
      at(repository, ({ clone }) => landCommit(clone, { branch, expectedTip, newTip })),
    checkOut: (repository, commit, folder) =>
      at(repository, ({ clone }) => checkOutCommit(clone, commit, folder)),
    inspectCheckout: (repository, commit, folder, depth) =>
      at(repository, ({ clone }) => inspectCheckout(clone, commit, folder, depth)),
    listBranches: (repository, prefix) =>
      at(repository, async ({ clone }) =>
        (await clone.listBranches()).filter((branch) => branch.startsWith(prefix)),
      ),
  };
}

/** Test branches in the repository. */
async function publish(clone: Clone, branch: string, commit: CommitId): Promise<void> {
  // A clone that was made again has to get it first: from the branch itself, if that is still there.
  await obtainCommits(clone, [commit]);
  await pushBranch(clone, branch, commit, ["--force"]);
}

async function unpublish(clone: Clone, branch: string, run: TestRunId): Promise<void> {
  try {
    const deletion = `:refs/heads/${branch}`;
    await clone.runOnRepository(["push", "--quiet", "--no-verify", "--force", "origin", deletion]);
  } catch (error) {
    // Some servers refuse to delete what is gone already.
    if ((await clone.readTip(branch)) !== null) throw error;
  }
  await clone.run(["update-ref", "-d", runRef(run)]);
}

const MAX_NAME_BYTES = 200;

/** `<cloneFolder>/<host>/<owner>/<name>.git`; repositories whose names differ only in case share a clone. */
export function clonePath(cloneFolder: string, { host, owner, name }: Repository): string {
  return join(cloneFolder, encoded(host), encoded(owner), `${encoded(name)}.git`);
}

/** Keeps ordinary names readable; everything else is written as `%xx`, and `_` stands for an empty name. */
function encoded(name: string): string {
  const safe = [...Buffer.from(name.toLowerCase())]
    .map((byte, index) => {
      const character = String.fromCharCode(byte);
      const isOrdinary = /[a-z0-9-]/.test(character) || (index > 0 && /[._]/.test(character));
      return isOrdinary ? character : `%${byte.toString(16).padStart(2, "0")}`;
    })
    .join("");
  if (safe.length <= MAX_NAME_BYTES) return safe === "" ? "_" : safe;
  const digest = createHash("sha256").update(safe).digest("hex").slice(0, 32);
  return `${safe.slice(0, MAX_NAME_BYTES - digest.length - 1)}_${digest}`;
}

/** Moves a branch to a tested commit in one push that holds only if the branch stands where it is expected. */
async function landCommit(clone: Clone, landing: Landing): Promise<LandOutcome> {
  return landOnce(moverOf(clone, landing.branch), landing);
}

function moverOf(clone: Clone, branch: string): Mover {
  return {
    readTip: async () => clone.readTip(branch),
    hasLanded: async (commit, tip) => {
      const contains = await isAncestorIn(clone, commit, tip);
      if (contains !== null) return contains;
      throw new GitError(`the tip ${tip} of branch ${branch} was gone before it could be fetched`, true);
    },
    // The lease alone would let the branch be rewritten.
    problemOf: async ({ expectedTip, newTip }) => {
      const isBuiltOn = await isAncestorIn(clone, expectedTip, newTip);
      if (isBuiltOn === null) return "neither the clone nor the repository has it";
      return isBuiltOn ? null : "it was not built on that";
    },
    move: async ({ expectedTip, newTip }) =>
      pushBranch(clone, branch, newTip, [`--force-with-lease=refs/heads/${branch}:${expectedTip}`]),
  };
}

/**
 * Where the repository also has a branch that is called `refs/heads/main`, git takes the destination `refs/heads/main`
 * for ambiguous. A pattern is never ambiguous, and here it finds one ref only.
 */
async function pushBranch(
  clone: Clone,
  branch: string,
  commit: CommitId,
  force: readonly string[],
): Promise<void> {
  const folder = `refs/mq/land/${randomUUID()}`;
  const ref = `${folder}/${branch}`;
  await clone.run(["update-ref", ref, commit]);
  try {
    await clone.runOnRepository([
      "push",
      "--porcelain",
      "--no-verify",
      ...force,
      "origin",
      `${folder}/*:refs/heads/*`,
    ]);
  } finally {
    // One that stays behind is in nobody's way.
    await clone.run(["update-ref", "-d", ref]).catch(() => undefined);
  }
}

const MAX_REMEMBERED = 10_000;
const MAX_SUBJECT_CHARACTERS = 1_000;

/** Questions about commits whose answers never change, and are therefore asked once. */
class History {
  readonly #clone: Clone;
  readonly #facts = new Memo<CommitFacts>(MAX_REMEMBERED);
  readonly #ancestry = new Memo<boolean>(MAX_REMEMBERED);

  constructor(clone: Clone) {
    this.#clone = clone;
  }

  async readCommit(commit: CommitId): Promise<CommitFacts | null> {
    const known = this.#facts.get(commit);
    if (known !== undefined) return known;
    const { records, defects } = await obtainCommits(this.#clone, [commit]);
    const record = records.get(commit);
    // What is wrong with a commit is for the build to report: the pull request is there all the same.
    if (record === undefined) return defects.has(commit) ? this.#beginningOf(commit) : null;
    const facts = factsOf(record);
    this.#facts.set(commit, facts);
    return facts;
  }

  /** As much as is shown of a commit that is too large to be read whole; nothing where git cannot parse it. */
  async #beginningOf(commit: CommitId): Promise<CommitFacts> {
    const shown = `<(${MAX_SUBJECT_CHARACTERS},trunc)`;
    const format = `--format=%${shown}%an%x00%${shown}%s`;
    const words = ["log", "--no-walk", "--ignore-missing", format, commit];
    const { stdout } = await this.#clone.run(words, { answers: [0, 128] });
    const [authorName = "", subject = ""] = stdout.split("\0");
    const facts = { subject: subject.trim(), authorName: authorName.trim() };
    this.#facts.set(commit, facts);
    return facts;
  }

  /** False also when the repository does not have the descendant; that answer may change. */
  async isAncestor(ancestor: CommitId, descendant: CommitId): Promise<boolean> {
    const key = `${ancestor} ${descendant}`;
    const answer = this.#ancestry.get(key) ?? (await isAncestorIn(this.#clone, ancestor, descendant));
    if (answer !== null) this.#ancestry.set(key, answer);
    return answer ?? false;
  }
}

function factsOf({ message, author }: CommitRecord): CommitFacts {
  const [subject = ""] = message.trimStart().split("\n", 1);
  return {
    subject: subject.slice(0, MAX_SUBJECT_CHARACTERS).trimEnd(),
    authorName: author.name.slice(0, MAX_SUBJECT_CHARACTERS),
  };
}

/** Enough to see what happened. */
const MAX_FILES = 50;

/**
 * Brings a tested change to another commit than the one it was tested on, and proves that it is the same change there:
 * what it touches comes out as it was tested, and everything else stays as it is.
 */
async function prepareLanding(
  clone: Clone,
  builder: SpeculationBuilder,
  { onto, heads, mergeMethod, testedOn, tested }: Replay,
): Promise<ReplayOutcome> {
  const stacked = await builder.stack({ testedOn: onto, contains: heads, mergeMethod });
  if (stacked.kind === "missing" || stacked.kind === "unusable") return stacked;
  if (stacked.kind === "conflicted") return { kind: "differs", files: stacked.files.slice(0, MAX_FILES) };
  const known = await obtainCommits(clone, [testedOn, tested]);
  const missing = [testedOn, tested].find((commit) => !isPresent(known, commit));
  if (missing !== undefined) return { kind: "missing", commit: missing };
  const newTip = stacked.commits.at(-1) ?? onto;
  const files = await unprovenPaths(clone, { onto, newTip, testedOn, tested });
  if (files.length > 0) return { kind: "differs", files: files.slice(0, MAX_FILES) };
  return { kind: "prepared", newTip, tree: stacked.tree };
}

interface Comparison {
  readonly onto: CommitId;
  readonly newTip: CommitId;
  readonly testedOn: CommitId;
  readonly tested: CommitId;
}

/** What was tested and comes out otherwise, and what comes out otherwise and was not tested. */
async function unprovenPaths(clone: Clone, commits: Comparison): Promise<readonly string[]> {
  const { onto, newTip, testedOn, tested } = commits;
  const [touched, landing, apart] = await Promise.all([
    differingPaths(clone, testedOn, tested),
    differingPaths(clone, onto, newTip),
    differingPaths(clone, tested, newTip),
  ]);
  return [...new Set([...touched, ...landing])].filter(
    (path) => !touched.has(path) || apart.has(path) || isAmbiguous(path),
  );
}

/** By content or by mode; files, links and submodules alike, wherever they are added, changed or deleted. */
async function differingPaths(clone: Clone, from: CommitId, to: CommitId): Promise<ReadonlySet<string>> {
  const { stdout } = await clone.run([
    "diff-tree",
    "-r",
    "-z",
    "--no-renames",
    "--ignore-submodules=none",
    "--name-only",
    `${from}^{tree}`,
    `${to}^{tree}`,
  ]);
  return new Set(stdout.split("\0").filter((path) => path !== ""));
}

/** Bytes that are no text are read as this character, so that two paths may look the same and are not. */
function isAmbiguous(path: string): boolean {
  return path.includes("\ufffd");
}
