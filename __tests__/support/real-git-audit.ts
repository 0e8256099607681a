/**
 * What is true of one branch of a real repository: where it is, who moved it there, what CI said of which commit. Every
 * push of the queue is compared with that, by reading commits and trees and by nothing that the service says of them.
 */
import { isUtf8 } from "node:buffer";
import type { CommitId, PullRequestNumber } from "../../src/domain/ids.js";
import type { ContainedHead, Landing } from "../../src/engine/model/queue.js";
import { differingPaths, isSameChange } from "./listing-comparison.js";
import type { Listing, ObjectReader, ReadCommit } from "./object-reader.js";
import type { Occurrence, RealGitCount } from "./real-git-tally.js";
import { TRACES } from "./real-git-traces.js";

interface Built {
  readonly commits: readonly CommitId[];
  readonly testedOn: CommitId;
}

export class RealGitAudit {
  readonly broken: string[] = [];
  readonly story: string[] = [];
  /** First parents as they have to be, oldest first. */
  #chain: readonly CommitId[];
  readonly #takenOff = new Set<CommitId>();
  /** Those on the branch that the queue heard of: what came and went between two looks was never there for it. */
  readonly #heardOf = new Set<CommitId>();
  readonly #built = new Map<CommitId, Built>();
  readonly #passed = new Set<CommitId>();
  readonly #landed = new Map<PullRequestNumber, CommitId>();
  readonly #landings = new Set<CommitId>();
  readonly #count: RealGitCount;
  readonly #reader: ObjectReader;
  readonly #ref: string;

  constructor(reader: ObjectReader, count: RealGitCount, branch: string, chain: readonly CommitId[]) {
    this.#reader = reader;
    this.#count = count;
    this.#ref = `refs/heads/${branch}`;
    this.#chain = chain;
    this.seen();
  }

  get tip(): CommitId {
    const tip = this.#chain.at(-1);
    if (tip === undefined) throw new Error("a branch has a tip");
    return tip;
  }

  /** Oldest first. */
  get chain(): readonly CommitId[] {
    return this.#chain;
  }

  get landed(): ReadonlySet<PullRequestNumber> {
    return new Set(this.#landed.keys());
  }

  tell(sentence: string): void {
    this.story.push(sentence);
  }

  expect(holds: boolean, sentence: string): void {
    if (!holds) this.broken.push(sentence);
  }

  /** `commits` is where each head that is tested ends, the last one is the commit under test. */
  built(commits: readonly CommitId[], testedOn: CommitId): void {
    const commit = commits.at(-1);
    if (commit !== undefined) this.#built.set(commit, { commits, testedOn });
  }

  passed(commit: CommitId): void {
    this.#passed.add(commit);
  }

  /** The queue has looked where the branch is. */
  seen(): void {
    for (const commit of this.#chain) this.#heardOf.add(commit);
  }

  /** Somebody pushed past the queue; what is not in `chain` any more is taken off for good. */
  movedByPeople(chain: readonly CommitId[]): void {
    const takenOff = this.#chain.filter((commit) => !chain.includes(commit) && this.#heardOf.has(commit));
    for (const commit of takenOff) this.#takenOff.add(commit);
    if (takenOff.some((commit) => this.#landings.has(commit))) this.#count.add("undone");
    for (const commit of chain) this.#takenOff.delete(commit);
    this.#chain = chain;
  }

  /** After each push of the queue, with the intent that was stored for it before. */
  async pushedByQueue(
    newTip: CommitId,
    outcome: "landed" | "refused",
    landing: Landing | null,
  ): Promise<void> {
    const before = this.tip;
    const after = await this.#reader.ref(this.#ref);
    if (outcome === "refused") this.#count.add("refused");
    this.seen();
    if (after === before) {
      if (outcome === "landed") this.#foundLanded(newTip, landing);
      else this.#foundInPart(newTip, landing);
      return;
    }
    this.expect(after === newTip && outcome === "landed", `the branch is at ${String(after)}, not ${newTip}`);
    if (landing === null) this.broken.push(`${newTip} lands without a stored intent`);
    else await this.#expectGrown(newTip, landing);
  }

  /** The branch holds what everybody brought to it, and nothing else. */
  async end(): Promise<void> {
    const tip = await this.#reader.ref(this.#ref);
    const chain = tip === null ? [] : (await this.#reader.firstParents(tip)).toReversed();
    this.expect(
      chain.join() === this.#chain.join(),
      `the branch is ${chain.join()}, not ${this.#chain.join()}`,
    );
  }

  async #expectGrown(newTip: CommitId, landing: Landing): Promise<void> {
    const before = this.tip;
    const grown = (await this.#reader.firstParents(newTip)).toReversed();
    const isGrown =
      grown.length > this.#chain.length && this.#chain.every((id, index) => grown[index] === id);
    this.expect(isGrown && landing.expectedTip === before, `${newTip} rewrites the branch`);
    const below = this.#chain;
    const fresh = grown.slice(below.length);
    this.#chain = grown;
    this.seen();
    this.expect(!fresh.some((id) => this.#takenOff.has(id)), `${newTip} brings back what was taken off`);
    await this.#expectTested(before, newTip, landing);
    const left = landing.heads.length - this.#alreadyOn(below, newTip, landing).length;
    this.expect(fresh.length >= left, `${newTip} adds ${fresh.length} commits for ${left} pull requests`);
    const commits = await Promise.all(fresh.map(async (id) => this.#reader.commit(id)));
    await this.#expectTrace(commits, landing, below);
    this.#landings.add(newTip);
    this.#count.add(landing.mergeMethod, landing.heads.length);
    if (landing.heads.length > 1) this.#count.add("several");
    for (const { pullRequest, headSha } of landing.heads) {
      this.expect(this.#landed.get(pullRequest) !== headSha, `#${pullRequest} lands twice`);
      this.#landed.set(pullRequest, headSha);
    }
  }

  /** Somebody pushed by hand what the queue was about to push. */
  #foundLanded(newTip: CommitId, landing: Landing | null): void {
    const isThere = this.#chain.includes(newTip) && this.#passed.has(newTip);
    this.expect(isThere, `${newTip} is said to have landed, and has not`);
    this.#count.add("found");
    for (const { pullRequest, headSha } of landing?.heads ?? []) this.#landed.set(pullRequest, headSha);
  }

  /** Somebody pushed by hand the first ones of what the queue was about to push: the queue takes these for its own. */
  #foundInPart(newTip: CommitId, landing: Landing | null): void {
    if (landing === null) return;
    for (const { pullRequest, headSha } of this.#alreadyOn(this.#chain, newTip, landing)) {
      this.#landed.set(pullRequest, headSha);
    }
  }

  /** Of the heads to land those whose very commits, as they were built for that, are among these. */
  #alreadyOn(chain: readonly CommitId[], newTip: CommitId, { heads }: Landing): readonly ContainedHead[] {
    const built = this.#built.get(newTip)?.commits.slice(-heads.length) ?? [];
    return heads.filter((_, at) => {
      const commit = built[at];
      return commit !== undefined && chain.includes(commit);
    });
  }

  async #expectTested(onto: CommitId, newTip: CommitId, { proof }: Landing): Promise<void> {
    const listing = await this.#reader.listing(newTip);
    this.expect(![...listing.keys()].some((path) => path.startsWith("bad-")), `${newTip} fails every test`);
    const before = await this.#reader.listing(onto);
    for (const kind of await kindsOfChange(before, listing, this.#reader)) this.#count.add(kind);
    if (this.#passed.has(newTip)) {
      this.#count.add("exact");
      return;
    }
    if (proof.kind !== "disjoint" || !this.#passed.has(proof.tested)) {
      return void this.broken.push(`${newTip} lands, and no tested commit stands for it`);
    }
    this.#count.add("disjoint");
    const testedOn = this.#built.get(proof.tested)?.testedOn;
    if (testedOn === undefined) return void this.broken.push(`${proof.tested} was never built`);
    const change = {
      testedOn: await this.#reader.listing(testedOn),
      tested: await this.#reader.listing(proof.tested),
    };
    const isSame = isSameChange({ ...change, onto: before, outcome: listing });
    this.expect(isSame, `${newTip} is another change than the one tested as ${proof.tested}`);
  }

  /** Every pull request leaves what its merge method says: its commit, its merge, or copies of its commits. */
  async #expectTrace(
    fresh: readonly ReadCommit[],
    { mergeMethod, heads }: Landing,
    below: readonly CommitId[],
  ): Promise<void> {
    const isTraced = await TRACES[mergeMethod](fresh, heads, this.#reader, below);
    const numbers = heads.map(({ pullRequest }) => `#${pullRequest}`).join(" ");
    this.expect(isTraced, `${numbers} by ${mergeMethod} came out as ${JSON.stringify(fresh)}`);
  }
}

const LINK = "120000";
const SUBMODULE = "160000";

/** Which kinds of change lie between two commits. */
async function kindsOfChange(
  before: Listing,
  after: Listing,
  reader: ObjectReader,
): Promise<ReadonlySet<Occurrence>> {
  const paths = [...differingPaths(before, after)];
  const found = await Promise.all(
    paths.map(async (path) => [
      ...kindsAt(path, before, after),
      ...((await isBinary(after.get(path), reader)) ? (["binaries"] as const) : []),
    ]),
  );
  return new Set(found.flat());
}

function kindsAt(path: string, before: Listing, after: Listing): readonly Occurrence[] {
  const [was, is] = [before.get(path), after.get(path)];
  const [oldMode, newMode] = [was, is].map((entry) => entry?.split(" ")[0]);
  const isMoved =
    is === undefined && [...after].some(([other, entry]) => entry === was && !before.has(other));
  const isFolder = is === undefined && [...after.keys()].some((other) => other.startsWith(`${path}/`));
  return [
    ...(oldMode === SUBMODULE || newMode === SUBMODULE ? (["submodules"] as const) : []),
    ...(oldMode === LINK || newMode === LINK ? (["links"] as const) : []),
    ...(was !== undefined && is !== undefined && oldMode !== newMode ? (["modes"] as const) : []),
    ...(isMoved ? (["renames"] as const) : []),
    ...(isFolder ? (["folders"] as const) : []),
  ];
}

async function isBinary(entry: string | undefined, reader: ObjectReader): Promise<boolean> {
  const [mode, object] = entry?.split(" ") ?? [];
  if (object === undefined || mode === SUBMODULE) return false;
  return !isUtf8(await reader.content(object));
}
