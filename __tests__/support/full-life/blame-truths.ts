/** Whether those who fail had their fair trial, judged by what CI said of which commits. */
import type { CommitId, TestRunId } from "../../../src/domain/ids.js";
import type { ReasonCode } from "../../../src/domain/reason.js";
import type { Entry, Queue } from "../../../src/engine/model/queue.js";
import { nameOf, type SimulatedRepository } from "./simulated-repository.js";

/** How many test runs must have failed of nothing but what has landed and the entry before it is blamed. */
const FAILURES_NEEDED: ReadonlyMap<ReasonCode, number> = new Map([
  ["TEST_RUN_REQUIRED_STATUS_FAILED", 2],
  ["TEST_RUN_TIMEOUT", 2],
  ["TEST_RUN_FAILED_BY_OPTIMIZATION", 1],
]);
const MINUTE_MS = 60_000;

export class BlameTruths {
  readonly #repository: SimulatedRepository;
  readonly #failed = new Map<TestRunId, CommitId>();

  constructor(repository: SimulatedRepository) {
    this.#repository = repository;
  }

  disproven(run: TestRunId, commit: CommitId): void {
    this.#failed.set(run, commit);
  }

  /** A run that took too long has failed, whatever CI says of it later. What the clock jumped over did not pass. */
  timePassed({ runs, hedges }: Queue, { now: shown, settings }: Queue, jumpedMs: number): void {
    const now = shown - jumpedMs;
    const limitMs = settings.testingTimeoutMinutes * MINUTE_MS;
    if (limitMs === 0) return;
    for (const { id, progress, commits } of [...runs, ...hedges]) {
      const commit = commits.at(-1);
      const isLate = progress.kind === "running" && progress.startedAt + limitMs <= now;
      if (isLate && commit !== undefined) this.disproven(id, commit);
    }
  }

  /** `hasLanded` says of a name whether it was ever on the branch. */
  *blamed({ tip }: Queue, { facts, ended, reason }: Entry, hasLanded: (name: string) => boolean) {
    if (ended !== "failed" || reason === null) return;
    const head = { pullRequest: facts.number, headSha: facts.headSha };
    const isConflict = reason.code === "START_TEST_RUN_MERGE_CONFLICT";
    if (isConflict && !this.#repository.isInConflict(this.#repository.commit(tip), head)) {
      yield `#${facts.number} merges on the branch, and was failed for a conflict`;
    }
    const needed = FAILURES_NEEDED.get(reason.code) ?? 0;
    if (needed === 0) return;
    const own = nameOf(head);
    const failures = [...this.#failed.values()].filter((commit) => {
      const names = [...this.#repository.commit(commit).names];
      return names.includes(own) && names.every((name) => name === own || hasLanded(name));
    });
    if (failures.length < needed) {
      yield `#${facts.number} was blamed on ${failures.length} failures of nothing but itself on what has landed`;
    }
  }
}
