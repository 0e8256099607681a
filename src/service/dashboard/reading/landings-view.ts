/**
 * The landings of a queue, each with its proof, and the moves of the branch between them that were not landings, with the
 * commits that these brought. Only the newest commits of the branch are read: `merge-queue verify` compares all.
 */
import { assertNever } from "../../../domain/assert-never.js";
import type { CommitId, PullRequestNumber, TestRunId } from "../../../domain/ids.js";
import { Memo } from "../../../domain/memo.js";
import { type Repository, repositoryKey } from "../../../domain/repository.js";
import { type BranchCommit, type How, type Stranger, verifyBranch } from "../../../domain/verify-branch.js";
import type { LandingRecord } from "../../../engine/model/decision.js";
import type { LandingProof, Queue } from "../../../engine/model/queue.js";
import type { Clock } from "../../ports/clock.js";
import type { Git } from "../../ports/git.js";
import type { QueueStore } from "../../ports/queue-store.js";
import { WorldError } from "../../ports/world-error.js";
import { withTimeout } from "../../work/within.js";

/** A commit of the branch that the queue did not land as tested. Names and subject are untrusted text. */
export interface ShownStranger {
  readonly commit: string;
  readonly how: How;
  readonly author: string;
  readonly committer: string;
  /** null: the commit states no readable time. */
  readonly committedAt: number | null;
  readonly subject: string;
}

export interface ShownLanding {
  readonly kind: "landing";
  readonly at: number;
  readonly pullRequests: readonly PullRequestNumber[];
  readonly from: CommitId;
  readonly to: CommitId;
  /** null: it landed without a test run. */
  readonly run: TestRunId | null;
  readonly proof: string;
  /** Its commits, if it did not land as tested. */
  readonly strangers: readonly ShownStranger[];
}

/** The branch was not where the landing before had left it. */
export interface OutsideMove {
  readonly kind: "outside";
  readonly from: CommitId;
  readonly to: CommitId;
  readonly after: number;
  /** null: since the newest landing. */
  readonly before: number | null;
  readonly end: OutsideEnd;
  readonly strangers: readonly ShownStranger[];
}

export type OutsideEnd =
  /** `strangers` are the commits that it brought. */
  | "listed"
  /** It led back to a commit that the queue had landed. */
  | "back"
  /** It ended on a commit that is no longer on the branch. */
  | "gone"
  /** The commits are not among those that were read. */
  | "unread";

export interface LandingsView {
  /** Newest first. */
  readonly moves: readonly (ShownLanding | OutsideMove)[];
  readonly landings: number;
  readonly outside: number;
  /** Older landings are not shown. */
  readonly isCut: boolean;
  readonly line: BranchLine["kind"];
  /** How many of the newest commits were compared with the landings. */
  readonly compared: number;
}

export const MOST_SHOWN_LANDINGS = 200;
/** Of the newest commits of the branch. */
const MOST_COMMITS = 200;

/** The newest commits of the branch, newest first. */
export type BranchLine =
  | { readonly kind: "read"; readonly commits: readonly BranchCommit[] }
  /** The service has no clone, or the repository no longer has the commit. */
  | { readonly kind: "unavailable" }
  /** The repository does not answer now, or not soon enough for a page. */
  | { readonly kind: "notNow" };

export async function readLandings(
  queue: Queue,
  store: Pick<QueueStore, "landings">,
  line: BranchLine = { kind: "unavailable" },
): Promise<LandingsView> {
  const records = await store.landings(queue.id, MOST_SHOWN_LANDINGS + 1);
  const shown = records.slice(0, MOST_SHOWN_LANDINGS);
  const comparison = new Comparison(line, shown);
  const moves = shown.flatMap((record, index) => {
    const newer = shown[index - 1];
    const next = newer === undefined ? { at: null, from: queue.tip } : newer;
    return [...outsideMove(record, next, comparison), landing(record, comparison)];
  });
  const outside = moves.filter(({ kind }) => kind === "outside").length;
  return {
    ...{ moves, outside, landings: shown.length, isCut: records.length > shown.length },
    ...{ line: line.kind, compared: comparison.compared },
  };
}

/** The commits of the branch since the oldest shown landing, compared with the landings. */
class Comparison {
  readonly #indexes: ReadonlyMap<string, number>;
  readonly #commits: readonly BranchCommit[];
  readonly #strangers: ReadonlyMap<string, Stranger>;
  readonly #isWhole: boolean;

  constructor(line: BranchLine, records: readonly LandingRecord[]) {
    const commits = line.kind === "read" ? line.commits : [];
    const starts = new Set<string>(records.map(({ from }) => from));
    const end = commits.findLastIndex(({ commit }) => starts.has(commit));
    const since = end === -1 ? commits : commits.slice(0, end);
    // Before the first landing there was no queue to land anything.
    this.#commits = records.length === 0 ? [] : since;
    this.#isWhole = line.kind === "read" && (end !== -1 || commits.length < MOST_COMMITS);
    this.#indexes = new Map(commits.map(({ commit }, index) => [commit, index]));
    const { strangers } = verifyBranch(this.#commits, records);
    this.#strangers = new Map(strangers.map((stranger) => [stranger.commit.commit, stranger]));
  }

  get compared(): number {
    return this.#commits.length;
  }

  /** What is not landed as tested, from `to` down to the next proven commit, or to `from`. */
  strangersBelow(to: CommitId, from: CommitId): readonly ShownStranger[] {
    const found: ShownStranger[] = [];
    for (let index = this.#indexes.get(to) ?? Number.POSITIVE_INFINITY; ; index++) {
      const stranger = this.#strangers.get(this.#commits[index]?.commit ?? "");
      if (stranger === undefined || stranger.commit.commit === from) return found;
      found.push(shownStranger(stranger));
    }
  }

  endOf(to: CommitId, strangers: readonly ShownStranger[]): OutsideEnd {
    if (strangers.length > 0) return "listed";
    if (this.#indexes.has(to)) return "back";
    return this.#isWhole ? "gone" : "unread";
  }
}

function shownStranger({ commit, how }: Stranger): ShownStranger {
  const { author, committer, subject } = commit;
  const at = Date.parse(commit.committedAt);
  const committedAt = Number.isNaN(at) ? null : at;
  return { commit: commit.commit, how, author, committer, committedAt, subject };
}

function outsideMove(
  { at, to: from }: LandingRecord,
  { at: before, from: to }: { readonly at: number | null; readonly from: CommitId },
  comparison: Comparison,
): readonly OutsideMove[] {
  if (from === to) return [];
  const strangers = comparison.strangersBelow(to, from);
  return [{ kind: "outside", from, to, after: at, before, end: comparison.endOf(to, strangers), strangers }];
}

function landing({ at, from, to, run, proof, heads }: LandingRecord, comparison: Comparison): ShownLanding {
  return {
    kind: "landing",
    ...{ at, from, to, pullRequests: heads.map(({ pullRequest }) => pullRequest) },
    run: proof.kind === "direct" ? null : run,
    proof: proofInWords(proof),
    strangers: comparison.strangersBelow(to, from),
  };
}

function proofInWords(proof: LandingProof): string {
  switch (proof.kind) {
    case "tested":
      return "the tested commit";
    case "disjoint":
      return "the tested change, on landings that share no target with it";
    case "direct":
      return "no test run: the checks of its own head";
    default:
      return assertNever(proof);
  }
}

/** A page waits no longer for git; the next one finds what was read meanwhile. */
const PATIENCE_MS = 2000;
/** After a failure the repository is left alone for this long. */
const REST_MS = 10_000;
const MOST_LINES = 50;

interface KnownLine {
  readonly line: Promise<BranchLine>;
  failedAt: number | null;
}

/** Reads the newest commits of branches. Those of a tip never change, so they are read once. */
export class BranchReader {
  readonly #git: Pick<Git, "readFirstParents"> | null;
  readonly #clock: Pick<Clock, "after" | "monotonic">;
  readonly #known = new Memo<KnownLine>(MOST_LINES);

  constructor(git: Pick<Git, "readFirstParents"> | null, clock: Pick<Clock, "after" | "monotonic">) {
    this.#git = git;
    this.#clock = clock;
  }

  async read(repository: Repository, tip: CommitId): Promise<BranchLine> {
    const key = `${repositoryKey(repository)} ${tip}`;
    const known = this.#known.get(key);
    const mayRetry =
      known !== undefined && known.failedAt !== null && this.#clock.monotonic() - known.failedAt >= REST_MS;
    const reading = known === undefined || mayRetry ? this.#begin(key, repository, tip) : known;
    return withTimeout(reading.line, PATIENCE_MS, () => ({ kind: "notNow" }) as const, this.#clock);
  }

  #begin(key: string, repository: Repository, tip: CommitId): KnownLine {
    const reading: KnownLine = { line: this.#lineOf(repository, tip), failedAt: null };
    void reading.line.then(
      ({ kind }) => {
        if (kind === "notNow") reading.failedAt = this.#clock.monotonic();
      },
      () => this.#known.delete(key),
    );
    this.#known.set(key, reading);
    return reading;
  }

  async #lineOf(repository: Repository, tip: CommitId): Promise<BranchLine> {
    if (this.#git === null) return { kind: "unavailable" };
    try {
      const commits = await this.#git.readFirstParents(repository, tip, MOST_COMMITS);
      return commits === null ? { kind: "unavailable" } : { kind: "read", commits };
    } catch (error) {
      // The landings are worth showing without it; the port counts the failed call.
      if (error instanceof WorldError) return { kind: "notNow" };
      throw error;
    }
  }
}
