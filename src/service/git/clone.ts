/**
 * The service's bare clone of one repository. It is created at first use, and fetches only missing commits. It is a cache
 * that may be deleted at any time; only one process uses it.
 */
import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type CommitId, isCommitId } from "../../domain/ids.js";
import { GitError, type WorldError } from "../ports/world-error.js";
import { type CloneCall, FETCH, FETCH_AND_TIDY, type GitOnClone, type RunGit } from "./create-git-runner.js";
import { type GitAnswer, type GitSide, gitFailure, saysTurnedDown } from "./git-failure.js";
import { isThere } from "./is-there.js";
import { isRefName, parseRefListing } from "./list-branches.js";

type Credentials = Readonly<Record<string, string>>;

export interface CloneSettings {
  /** Names the repository in messages. */
  readonly label: string;
  readonly folder: string;
  /** Path or URL of the repository. */
  readonly address: string;
  /** Git configuration with credentials for the next call, or others after the repository refused `turnedDown`. */
  readonly credentials: (turnedDown?: Credentials) => Promise<Credentials>;
  readonly runGit: RunGit;
}

export type FetchFailures = ReadonlyMap<CommitId, GitError>;

/** After this many failures without a success, the repository counts as unreachable. */
const MAX_FAILED_FETCHES = 3;

/** How often a fetch runs git's maintenance check, which costs two processes and rarely finds anything to pack. */
const FETCHES_UNTIL_TIDY = 50;

/** With more patterns than this, listing all refs is cheaper. */
const MAX_PATTERNS = 500;

export class Clone {
  readonly folder: string;
  readonly #settings: CloneSettings;
  readonly #listings = new Batcher((refs: ReadonlySet<string>) => this.#listRefs([...refs]));
  readonly #fetches = new Batcher((commits: ReadonlySet<CommitId>) => this.#fetchEach(commits));
  #creation: Promise<void> | undefined;
  #fetchesSinceTidy = 0;

  constructor(settings: CloneSettings) {
    this.folder = settings.folder;
    this.#settings = settings;
  }

  /** Creates a missing clone; fails when the repository cannot be reached for that. */
  async open(): Promise<void> {
    if (this.#creation === undefined && (await isThere(join(this.folder, "HEAD")))) return;
    this.#creation ??= createClone(this.folder, (...call) => this.#git(...call)).finally(() => {
      this.#creation = undefined;
    });
    await this.#creation;
  }

  /** Runs git on the clone only. */
  async run(words: readonly string[], call: CloneCall = {}): Promise<GitAnswer> {
    await this.open();
    try {
      return await this.#git("clone", words, call);
    } catch (error) {
      if (!(await removeStaleLock(error, this.folder))) throw error;
      return await this.#git("clone", words, call);
    }
  }

  /** Runs git against the repository, which is called `origin`. */
  async runOnRepository(words: readonly string[], call: CloneCall = {}): Promise<GitAnswer> {
    await this.open();
    return await this.#git("repository", words, call);
  }

  /** The error for an allowed exit code that turned out to be a failure. */
  failure(side: GitSide, words: readonly string[], answer: GitAnswer): WorldError {
    return gitFailure({ arguments: words, side, repository: this.#settings.label }, answer);
  }

  /** The requested refs that exist, by full name, as of after this call. */
  async readRefs(refs: readonly string[]): Promise<ReadonlyMap<string, CommitId>> {
    const wanted = new Set(refs.filter(isRefName));
    if (wanted.size === 0) return new Map();
    const listed = await this.#listings.ask(wanted);
    return new Map([...listed].filter(([ref]) => wanted.has(ref)));
  }

  async readTip(branch: string): Promise<CommitId | null> {
    const ref = `refs/heads/${branch}`;
    return (await this.readRefs([ref])).get(ref) ?? null;
  }

  async listBranches(): Promise<readonly string[]> {
    const { stdout } = await this.#git("repository", ["ls-remote", "--heads", "origin"]);
    return [...parseRefListing(stdout).keys()].map((ref) => ref.slice("refs/heads/".length));
  }

  /**
   * Fetches commits with their history, and ignores commits that the repository does not have. Returns the failures by
   * commit; a failing commit does not prevent the fetch of the others.
   */
  async fetch(commits: readonly CommitId[]): Promise<FetchFailures> {
    const failures = await this.#fetches.ask(commits);
    return new Map([...failures].filter(([commit]) => commits.includes(commit)));
  }

  /** Git names only `--heads` to the server; patterns alone make it list all refs, and git then selects some. */
  async #listRefs(refs: readonly string[]): Promise<ReadonlyMap<string, CommitId>> {
    const isBranches = refs.every((ref) => ref.startsWith("refs/heads/"));
    const patterns = refs.length > MAX_PATTERNS ? [] : refs;
    const words = ["ls-remote", ...(isBranches ? ["--heads"] : []), "--", "origin", ...patterns];
    return parseRefListing((await this.#git("repository", words)).stdout);
  }

  /** Fetches all in one call. If that fails, fetches each separately, and gives up if the first attempts all fail. */
  async #fetchEach(commits: ReadonlySet<CommitId>): Promise<FetchFailures> {
    const failures = new Map<CommitId, GitError>();
    let failuresBeforeSuccess = 0;
    const attempt = async (some: ReadonlySet<CommitId>) => {
      try {
        await this.#fetch(some);
      } catch (error) {
        if (!(error instanceof GitError)) throw error;
        for (const commit of some) failures.set(commit, error);
      }
    };
    await attempt(commits);
    if (failures.size === 0 || commits.size === 1) return failures;
    for (const commit of commits) {
      if (failuresBeforeSuccess === MAX_FAILED_FETCHES) break;
      failures.delete(commit);
      await attempt(new Set([commit]));
      failuresBeforeSuccess = failures.has(commit) ? failuresBeforeSuccess + 1 : Number.NEGATIVE_INFINITY;
    }
    return failures;
  }

  async #fetch(commits: ReadonlySet<CommitId>): Promise<void> {
    const wanted = new Set(commits);
    while (wanted.size > 0) {
      const input = [...wanted].join("\n");
      const words = this.#fetchesSinceTidy < FETCHES_UNTIL_TIDY ? FETCH : FETCH_AND_TIDY;
      const answer = await this.runOnRepository(words, { input, answers: [0, 1, 128] });
      if (answer.exitCode === 0) {
        this.#fetchesSinceTidy = words === FETCH ? this.#fetchesSinceTidy + 1 : 0;
        return;
      }
      const missing = missingCommits(answer.stderr).filter((commit) => wanted.delete(commit));
      if (missing.length === 0) throw this.failure("repository", words, answer);
    }
  }

  async #git(side: GitSide, words: readonly string[], call: CloneCall = {}): Promise<GitAnswer> {
    if (side === "clone") return await this.#gitWith({}, side, words, call);
    const credentials = await this.#settings.credentials();
    const first = await settled(this.#gitWith(credentials, side, words, call));
    const isTurnedDown = Object.keys(credentials).length > 0 && saysTurnedDown(first.words);
    const others = isTurnedDown ? await this.#settings.credentials(credentials) : {};
    if (Object.keys(others).length === 0) return first.answer();
    return await this.#gitWith(others, side, words, call);
  }

  async #gitWith(
    credentials: Credentials,
    side: GitSide,
    words: readonly string[],
    call: CloneCall,
  ): Promise<GitAnswer> {
    return await this.#settings.runGit({
      folder: "/",
      ...call,
      arguments: words,
      side,
      repository: this.#settings.label,
      environment: { GIT_DIR: this.folder, ...call.environment },
      // Set per call, not in the clone's configuration, so that it is always the current address.
      config: { "remote.origin.url": this.#settings.address, ...credentials },
    });
  }
}

/** Waits for git; has the text of its failure, whether it threw or returned an allowed exit code. */
async function settled(work: Promise<GitAnswer>) {
  try {
    const answer = await work;
    return { words: answer.exitCode === 0 ? "" : answer.stderr, answer: () => answer };
  } catch (error) {
    const fail = (): never => {
      throw error;
    };
    return { words: error instanceof GitError ? error.message : "", answer: fail };
  }
}

/** Client or server may report a missing commit; the text depends on the server's protocol. */
function missingCommits(words: string): readonly CommitId[] {
  return words
    .split("\n")
    .filter((line) => /not our ref|unadvertised object|couldn't find remote ref/i.test(line))
    .flatMap((line) => line.match(/\b[0-9a-f]{40,64}\b/g) ?? [])
    .filter(isCommitId);
}

/** The service's git processes never hold a lock this long. */
const STALE_MS = 60_000;

/** The wall clock of file dates, without steps forward: after one, a held lock must not look old. */
function wallNow(): number {
  return Math.min(Date.now(), performance.timeOrigin + performance.now());
}

/** Removes the lock that the error names if it is old and inside the folder; true when removed. */
async function removeStaleLock(error: unknown, folder: string): Promise<boolean> {
  if (!(error instanceof GitError)) return false;
  const lock = /'([^']+\.lock)': File exists/.exec(error.message)?.[1];
  if (lock === undefined || !lock.startsWith(`${folder}/`)) return false;
  const found = await stat(lock).catch(() => undefined);
  if (found === undefined || wallNow() - found.mtimeMs < STALE_MS) return false;
  await rm(lock, { force: true });
  return true;
}

/** Joins calls into batches: items that arrive during a batch form the next one. */
export class Batcher<Item, Answer> {
  readonly #run: (items: ReadonlySet<Item>) => Promise<Answer>;
  #underWay: Promise<unknown> = Promise.resolve();
  #gathering: { readonly items: Set<Item>; readonly answer: Promise<Answer> } | undefined;

  constructor(run: (items: ReadonlySet<Item>) => Promise<Answer>) {
    this.#run = run;
  }

  /** The answer of a batch that contains these items and begins after this call. */
  async ask(items: Iterable<Item>): Promise<Answer> {
    this.#gathering ??= this.#gather();
    const { items: gathered, answer } = this.#gathering;
    for (const item of items) gathered.add(item);
    return await answer;
  }

  #gather() {
    const items = new Set<Item>();
    const answer = this.#underWay.then(() => {
      this.#gathering = undefined;
      return this.#run(items);
    });
    this.#underWay = answer.catch(() => undefined);
    return { items, answer };
  }
}

/** Protects a commit of a target branch. Fetches report it to the server as present, which keeps them small. */
export const BASE_REF = "refs/mq/base";

const UNFINISHED = ".unfinished-";
/** The first fetch may take long. */
const CREATION_DEADLINE_MS = 3_600_000;

/** In a temporary folder that is renamed when it is complete, so a crash leaves no partial clone. */
async function createClone(folder: string, git: GitOnClone): Promise<void> {
  // Only branches: a request for HEAD too would list every ref, such as two of each pull request on GitHub.
  const { stdout } = await git("repository", ["ls-remote", "--heads", "origin"]);
  const [base] = parseRefListing(stdout).values();
  await removeUnfinished(folder);
  const fresh = `${folder}${UNFINISHED}${randomUUID()}`;
  await mkdir(dirname(fresh), { recursive: true });
  const environment = { GIT_DIR: fresh };
  const format = base?.length === 64 ? "sha256" : "sha1";
  await git("clone", ["init", "--quiet", "--bare", "--template=", `--object-format=${format}`], {
    environment,
  });
  if (base !== undefined) {
    const fetchInto = async (from: string, answers: readonly number[]) => {
      const call = { input: `+${from}:${BASE_REF}`, environment, answers, deadlineMs: CREATION_DEADLINE_MS };
      return (await git("repository", FETCH, call)).exitCode === 0;
    };
    // The default branch may not exist, or its fetch may fail for a reason that the second one reports.
    if (!(await fetchInto("HEAD", [0, 1, 128]))) await fetchInto(base, [0]);
  }
  await rename(fresh, folder).catch(async (error: unknown) => {
    await rm(fresh, { recursive: true, force: true });
    if (!(await isThere(folder))) throw error; // else another call created it meanwhile
  });
}

async function removeUnfinished(folder: string): Promise<void> {
  const neighbours = await readdir(dirname(folder)).catch(() => []);
  const start = `${basename(folder)}${UNFINISHED}`;
  for (const name of neighbours.filter((neighbour) => neighbour.startsWith(start))) {
    await rm(join(dirname(folder), name), { recursive: true, force: true });
  }
}
