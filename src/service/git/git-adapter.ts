/** START HERE: implements the git port with the command line, in the service's bare clones. */
import { createHash } from "node:crypto";
import { join, resolve } from "node:path";
import type { CommitId, TestRunId } from "../../domain/ids.js";
import { Memo } from "../../domain/memo.js";
import { type Repository, repositoryKey } from "../../domain/repository.js";
import { BRANCH_LOG, type BranchCommit, branchCommitsIn } from "../../domain/verify-branch.js";
import { beginningOf } from "../../domain/words.js";
import type { CommitFacts, Git, Replay, ReplayOutcome } from "../ports/git.js";
import { GitError, isSystemError } from "../ports/world-error.js";
import { SpeculationBuilder } from "./build-speculation.js";
import { checkOutCommit, inspectCheckout } from "./check-out.js";
import { Clone } from "./clone.js";
import { type CommitRecord, type Committer, DEFAULT_COMMITTER } from "./commit.js";
import type { CommitSigner } from "./commit-signer.js";
import {
  createGitRunner,
  DEFAULT_DEADLINES,
  type GitAccess,
  type GitDeadlines,
} from "./create-git-runner.js";
import { forgetHeadsIn, landCommit, moveHeadIn, pushBranch } from "./land-commit.js";
import { runRef } from "./list-branches.js";
import { isAncestorIn, isPresent, obtainCommits } from "./read-commits.js";
import { repositoryAddress } from "./rules-refusal.js";

export interface GitOptions {
  /** Clones lie in `<cloneFolder>/<host>/<owner>/<name>.git`; no other process may use them. */
  readonly cloneFolder: string;
  /** Path or URL of a repository; undefined for one that is not served. */
  readonly resolve: (repository: Repository) => string | undefined | Promise<string | undefined>;
  readonly access?: GitAccess;
  /** The committer of built commits. */
  readonly committer?: Committer;
  /** Signs the built commits. */
  readonly signer?: CommitSigner | null;
  readonly deadlines?: GitDeadlines;
}

interface Workplace {
  readonly address: string;
  readonly clone: Clone;
  readonly builder: SpeculationBuilder;
  readonly history: History;
}

export function createGit(options: GitOptions): Git {
  const { access = {}, deadlines = DEFAULT_DEADLINES } = options;
  const { committer = DEFAULT_COMMITTER, signer = null } = options;
  const runGit = createGitRunner(access, deadlines);
  const workplaces = new Map<string, Workplace>();

  async function workplaceOf(repository: Repository): Promise<Workplace> {
    const label = repositoryKey(repository);
    const address = await options.resolve(repository);
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
    const builder = new SpeculationBuilder(clone, committer, signer);
    const fresh = { address, clone, builder, history: new History(clone) };
    workplaces.set(label, fresh);
    return fresh;
  }

  async function at<Answer>(
    repository: Repository,
    work: (place: Workplace) => Promise<Answer>,
  ): Promise<Answer> {
    try {
      return await work(await workplaceOf(repository));
    } catch (error) {
      throw isSystemError(error) ? new GitError(error.message, true, { cause: error }) : error;
    }
  }

  return {
    readRefs: (repository, refs) => at(repository, ({ clone }) => clone.readRefs(refs)),
    readCommit: (repository, commit) => at(repository, ({ history }) => history.readCommit(commit)),
    readFirstParents: (repository, tip, limit) =>
      at(repository, ({ clone }) => readFirstParents(clone, tip, limit)),
    isAncestor: (repository, ancestor, descendant) =>
      at(repository, ({ history }) => history.isAncestor(ancestor, descendant)),
    build: (repository, speculation) => at(repository, ({ builder }) => builder.build(speculation)),
    prepareLanding: (repository, replay) =>
      at(repository, ({ clone, builder }) => prepareLanding(clone, builder, replay)),
    publish: (repository, branch, commit) => at(repository, ({ clone }) => publish(clone, branch, commit)),
    unpublish: (repository, branch, run) => at(repository, ({ clone }) => unpublish(clone, branch, run)),
    land: (repository, branch, expectedTip, newTip) =>
      at(repository, ({ clone }) => landCommit(clone, { branch, expectedTip, newTip })),
    moveHead: (repository, move, way) => at(repository, ({ clone }) => moveHeadIn(clone, move, way)),
    forgetHeads: (repository, ofOne) => at(repository, ({ clone }) => forgetHeadsIn(clone, ofOne)),
    checkOut: (repository, commit, folder) =>
      at(repository, ({ clone }) => checkOutCommit(clone, commit, folder)),
    inspectCheckout: (repository, commit, folder, depth) =>
      at(repository, ({ clone }) => inspectCheckout(clone, commit, folder, depth)),
    listBranches: (repository, prefix) => at(repository, ({ clone }) => branchesBelow(clone, prefix)),
  };
}

const MAX_LOG_BYTES = 8 * 1024 * 1024;
const LOG_DEADLINE_MS = 10_000;

async function readFirstParents(
  clone: Clone,
  tip: CommitId,
  limit: number,
): Promise<readonly BranchCommit[] | null> {
  if (!isPresent(await obtainCommits(clone, [tip]), tip)) return null;
  const words = [...BRANCH_LOG, `--max-count=${limit}`, tip, "--"];
  const bounds = { mostBytes: MAX_LOG_BYTES, deadlineMs: LOG_DEADLINE_MS };
  return branchCommitsIn((await clone.run(words, bounds)).stdout);
}

async function branchesBelow(clone: Clone, prefix: string): Promise<readonly string[]> {
  return (await clone.listBranches()).filter((branch) => branch.startsWith(prefix));
}

/** Pushes a test branch. */
async function publish(clone: Clone, branch: string, commit: CommitId): Promise<void> {
  // A recreated clone lacks the commit, and fetches it from the existing branch.
  await obtainCommits(clone, [commit]);
  await pushBranch(clone, branch, commit, ["--force"]);
}

async function unpublish(clone: Clone, branch: string, run: TestRunId): Promise<void> {
  try {
    const deletion = `:refs/heads/${branch}`;
    await clone.runOnRepository(["push", "--quiet", "--no-verify", "--force", "origin", deletion]);
  } catch (error) {
    // Some servers refuse to delete a missing branch.
    if ((await clone.readTip(branch)) !== null) throw error;
  }
  await clone.run(["update-ref", "-d", runRef(run)]);
}

const MAX_NAME_BYTES = 200;

/** `<cloneFolder>/<host>/<owner>/<name>.git`; repositories whose names differ only in case share a clone. */
export function clonePath(cloneFolder: string, { host, owner, name }: Repository): string {
  return join(cloneFolder, encoded(host), encoded(owner), `${encoded(name)}.git`);
}

/** Keeps ordinary names readable. Writes other characters as `%xx`, and an empty name as `_`. */
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

const MAX_REMEMBERED = 10_000;
const MAX_SUBJECT_CHARACTERS = 1_000;

/** Caches facts about commits, which never change. */
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
    // The pull request exists even when its commit is defective; the build reports the defect.
    if (record === undefined) return defects.has(commit) ? this.#displayedFactsOf(commit) : null;
    const facts = factsOf(record);
    this.#facts.set(commit, facts);
    return facts;
  }

  /** Reads the displayed part of a commit that is too large; empty when git cannot parse it. */
  async #displayedFactsOf(commit: CommitId): Promise<CommitFacts> {
    const shown = `<(${MAX_SUBJECT_CHARACTERS},trunc)`;
    const format = `--format=%${shown}%an%x00%${shown}%s`;
    const words = ["log", "--no-walk", "--ignore-missing", format, commit];
    const { stdout } = await this.#clone.run(words, { answers: [0, 128] });
    const [authorName = "", subject = ""] = stdout.split("\0");
    const facts = { subject: subject.trim(), authorName: authorName.trim() };
    this.#facts.set(commit, facts);
    return facts;
  }

  /** Also false when the repository lacks the descendant; that answer is not cached, because it may change. */
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
    subject: beginningOf(subject, MAX_SUBJECT_CHARACTERS).trimEnd(),
    authorName: beginningOf(author.name, MAX_SUBJECT_CHARACTERS),
  };
}

/** The maximum number of reported files. */
const MAX_FILES = 50;

/**
 * Replays a tested change on another commit than the one it was tested on, and proves that it is the same change there:
 * the changed paths equal the tested ones, and no other path changes.
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
  return { kind: "prepared", commits: stacked.commits, newTip, tree: stacked.tree };
}

interface Comparison {
  readonly onto: CommitId;
  readonly newTip: CommitId;
  readonly testedOn: CommitId;
  readonly tested: CommitId;
}

/** Paths that the tested change touches but whose result differs, and paths that change without having been tested. */
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

/** Added, changed and deleted paths, by content or mode, including links and submodules. */
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

/** Invalid UTF-8 is decoded as this character, so different paths may look equal. */
function isAmbiguous(path: string): boolean {
  return path.includes("\ufffd");
}
