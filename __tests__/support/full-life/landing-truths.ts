/**
 * Whether what moves the branch may, judged by what CI said and what the repository holds, and never by what the queue
 * believes; and whether the proofs that the queue keeps are those of its pushes.
 */
import { isDeepStrictEqual } from "node:util";
import { assertNever } from "../../../src/domain/assert-never.js";
import type { CommitId, TestRunId } from "../../../src/domain/ids.js";
import type { LandingRecord } from "../../../src/engine/model/decision.js";
import type { Landing, LandingProof } from "../../../src/engine/model/queue.js";
import {
  type HeadName,
  nameOf,
  type SimulatedCommit,
  type SimulatedRepository,
} from "./simulated-repository.js";

type Push = Omit<LandingRecord, "at">;
type Told = Extract<LandingProof, { readonly kind: "disjoint" }>;

export class LandingTruths {
  readonly #repository: SimulatedRepository;
  readonly #provenCommits = new Set<CommitId>();
  /** Heads of pull requests whose own checks passed. */
  readonly #provenHeads = new Set<CommitId>();
  readonly #pushes: Push[] = [];
  /** Commits that the queue brought to the branch. */
  readonly #pushed = new Set<CommitId>();
  readonly #records = new Map<TestRunId, LandingRecord>();

  constructor(repository: SimulatedRepository) {
    this.#repository = repository;
  }

  proven(commit: CommitId): void {
    this.#provenCommits.add(commit);
  }

  headProven(head: CommitId): void {
    this.#provenHeads.add(head);
  }

  /** `commits` are those that the push adds, newest first. */
  *pushed(landing: Landing | null, commits: readonly SimulatedCommit[]): Iterable<string> {
    const names = commits.map(nameOfCommit).reverse().join(" ");
    const [newest] = commits;
    if (landing?.commit == null || newest?.id !== landing.commit.newTip) {
      yield `${names} lands without a stored intent`;
      return;
    }
    const { run, proof, heads, expectedTip: from, commit } = landing;
    if (commits.at(-1)?.parent !== from) yield `${names} rewrites the branch`;
    if (commit.tree !== this.#repository.tree(newest.id)) yield `${names} is another tree than was stored`;
    if (!isDeepStrictEqual(heads.map(nameOf), commits.map(nameOfCommit).reverse())) {
      yield `${names} lands, but not the heads that were stored`;
    }
    if (!this.#isProven(proof, from, newest, heads)) yield `${names} lands untested (${proof.kind})`;
    this.#pushes.push({ run, from, to: newest.id, tree: commit.tree, proof, heads });
    for (const { id } of commits) this.#pushed.add(id);
  }

  *acknowledged(record: LandingRecord): Iterable<string> {
    const { at } = record;
    const isTrue = this.#pushes.some((push) => isDeepStrictEqual({ ...push, at }, record));
    if (!isTrue) yield `the proof of ${record.run} is that of no push`;
    if (this.#records.has(record.run)) yield `test run ${record.run} lands twice`;
    this.#records.set(record.run, record);
  }

  /** `kept` is what the store says in the end of one queue. */
  *kept(kept: readonly LandingRecord[], since: number): Iterable<string> {
    const records = [...this.#records.values()];
    if (!isDeepStrictEqual([...kept].reverse(), records.slice(since))) {
      yield "the store keeps other proofs than the queue gave";
    }
    const { tip } = this.#repository;
    for (const { to } of this.#pushes) {
      if (!this.#repository.isAncestor(to, tip.id)) continue;
      if (!records.some((record) => this.#brought(record, to))) yield `${to} landed and has no proof`;
    }
  }

  /** Also on the way to its end: what was dropped from the branch, and lands again with others, is the same commit. */
  #brought({ from, to }: LandingRecord, commit: CommitId): boolean {
    return this.#repository.since(from, to).some(({ id }) => id === commit);
  }

  get records(): number {
    return this.#records.size;
  }

  #isProven(
    proof: LandingProof,
    from: CommitId,
    newest: SimulatedCommit,
    heads: readonly HeadName[],
  ): boolean {
    switch (proof.kind) {
      case "tested":
        return this.#provenCommits.has(newest.id);
      case "disjoint":
        return this.#provenCommits.has(proof.tested) && this.#isUnchanged(proof, from, newest, heads);
      case "direct":
        return (
          this.#provenHeads.has(proof.head) &&
          this.#repository.commit(proof.head).parent === from &&
          this.#repository.tree(proof.head) === this.#repository.tree(newest.id)
        );
      default:
        return assertNever(proof);
    }
  }

  /** Nothing of what was tested is missing, and what came between is the queue's own and changes other files. */
  #isUnchanged(
    { testedOn, tested }: Told,
    from: CommitId,
    newest: SimulatedCommit,
    heads: readonly HeadName[],
  ): boolean {
    const { names } = this.#repository.commit(tested);
    if (
      !heads.every((head) => names.has(nameOf(head))) ||
      ![...names].every((name) => newest.names.has(name))
    )
      return false;
    if (!this.#repository.isAncestor(testedOn, from)) return false;
    const between = this.#repository.since(testedOn, from);
    if (!between.every(({ id }) => this.#pushed.has(id))) return false;
    const strangers = between.flatMap(({ head }) => (head === null || names.has(nameOf(head)) ? [] : [head]));
    // Whoever somebody else merged before it was tested changes nothing any more.
    const before = this.#repository.commit(testedOn).names;
    const changing = heads.filter((head) => !before.has(nameOf(head)));
    return !this.#repository.doClash(numbersOf(changing), numbersOf(strangers));
  }
}

function numbersOf(heads: readonly HeadName[]): readonly HeadName["pullRequest"][] {
  return heads.map(({ pullRequest }) => pullRequest);
}

function nameOfCommit({ head, id }: SimulatedCommit): string {
  return head === null ? id : nameOf(head);
}
