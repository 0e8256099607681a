/** Publishes one claimed subject: reads its present state from the queue and updates GitHub. */
import { assertNever } from "../../../domain/assert-never.js";
import type { PullRequestNumber, QueueId, TestRunId } from "../../../domain/ids.js";
import { type Repository, repositoryKey } from "../../../domain/repository.js";
import { errorText } from "../../../domain/thrown.js";
import { findRun, runsInLanding } from "../../../engine/model/lookup.js";
import type { Queue, TestRun } from "../../../engine/model/queue.js";
import type { Clock } from "../../ports/clock.js";
import { ClaimLost, type Served } from "../../ports/dispatch.js";
import type { Git } from "../../ports/git.js";
import type { Log } from "../../ports/log.js";
import type { QueueStore, StoredQueue } from "../../ports/queue-store.js";
import type { ClaimedStatus, StatusOutcome, StatusStore } from "../../ports/status-store.js";
import { isArchived, StoreError, WorldError } from "../../ports/world-error.js";
import { checkedCalls, type GitHubCalls } from "../api/github-calls.js";
import type { CheckHabit } from "./check-runs.js";
import { draftOf } from "./draft-of.js";
import { type QueueHistory, readNewestView, type Surroundings } from "./read-status-view.js";
import { showPullRequest } from "./show-pull-request.js";
import { begunTestRun, showTestRun } from "./show-test-run.js";
import { shownPullRequest, shownTestRun } from "./shown.js";
import { statusOf, submissionOf } from "./status-of.js";
import { isTested } from "./statuses-to-show.js";

export interface ShowerOptions extends Surroundings {
  readonly store: StatusStore;
  readonly queues: QueueHistory & Pick<QueueStore, "load" | "list">;
  readonly calls: GitHubCalls;
  readonly git: Pick<Git, "readRefs">;
  /** The account that GitHub shows as our author in a repository. */
  readonly self: (repository: Repository) => Promise<string>;
  readonly clock: Clock;
  readonly log: Log;
  /** Absent: no other process shares the store, so all statuses are claimed. */
  readonly served?: Served;
}

export type ShowOutcome = Omit<StatusOutcome, "now">;

/** GitHub normally notices a merge by push within seconds. */
const LATE_MS = 60_000;
const HOPELESS_ATTEMPTS = 4;

export class StatusWriter {
  readonly #options: ShowerOptions;
  readonly #requireClaim: (status: ClaimedStatus) => Promise<void>;
  readonly #habits = new Map<string, CheckHabit>();

  /** `requireClaim` is called before each write to GitHub. */
  constructor(options: ShowerOptions, requireClaim: (status: ClaimedStatus) => Promise<void>) {
    this.#options = options;
    this.#requireClaim = requireClaim;
  }

  /** Throws `ClaimLost` if another process has taken over, and any other failure if the status has to be shown again. */
  async show(status: ClaimedStatus): Promise<ShowOutcome> {
    const { subject } = status;
    switch (subject.kind) {
      case "pullRequest":
        return this.#pullRequest(status, subject.number);
      case "testRun":
        return this.#testRun(status, subject.run);
      default:
        return assertNever(subject);
    }
  }

  async #pullRequest(status: ClaimedStatus, number: PullRequestNumber): Promise<ShowOutcome> {
    const { queues, self, clock, log } = this.#options;
    const view = await readNewestView(await this.#queueOf(status), number, this.#options, queues);
    if (view === null) return settled(status.shown, true);
    const wanted = statusOf(view);
    const { repository } = view.name;
    const place = { calls: this.#callsFor(status), repository, number, self: () => self(repository) };
    const { shown: known, isUnreadable } = shownPullRequest(status.shown);
    const { shown, ...outcome } = await showPullRequest(place, {
      ...{ status: wanted, known, log },
      isUncertain:
        status.isUncertain || isUnreadable || (await this.#wasHereBefore(status, view.queue, number)),
      now: () => clock.now(),
      isLate: clock.now() - view.entry.stateSince >= LATE_MS,
      submissionsOfOthers: () => this.#submissionsOfOthers(repository, view.queue.id, number),
      habit: this.#habitOf(repository),
      save: async (part) => this.#save(status, part),
      isForOthers: async (error) => this.#isForOthers(status, error),
    });
    return { ...outcome, shown: JSON.stringify(shown), isFinal: wanted.isFinal };
  }

  async #testRun(status: ClaimedStatus, id: TestRunId): Promise<ShowOutcome> {
    const { testBranchPrefix, log } = this.#options;
    const { name, queue } = await this.#queueOf(status);
    const run = findRun(queue, id);
    const isWanted = run !== undefined && isTested(run) && queue.settings.createPrsForTestingBranches;
    const draft = isWanted ? draftOf(name, run, testBranchPrefix) : null;
    const { shown: known, isUnreadable } = shownTestRun(status.shown);
    const place = { calls: this.#callsFor(status), repository: name.repository };
    try {
      const shown = await showTestRun(place, {
        ...{ draft, known },
        isLanding: run !== undefined && isBeingPushed(queue, run),
        isUncertain: status.isUncertain || isUnreadable,
        isHopeless: isTriedOften(status),
        isBranchDeleted: async (branch) => this.#isDeleted(name.repository, branch),
        save: async (begun) => this.#save(status, begun),
      });
      return settled(JSON.stringify(shown), run === undefined);
    } catch (error) {
      if (!(await this.#isHopeless(status, error))) throw error;
      const fields = { testRun: id, error: errorText(error) };
      log.warn(fields, "giving up: the draft pull request of a test run cannot be opened or closed");
      return settled(JSON.stringify(draft === null ? known : begunTestRun(known, draft)), run === undefined);
    }
  }

  /** False also if git cannot read it. */
  async #isDeleted(repository: Repository, branch: string): Promise<boolean> {
    const ref = `refs/heads/${branch}`;
    try {
      return !(await this.#options.git.readRefs(repository, [ref])).has(ref);
    } catch (error) {
      if (error instanceof WorldError) return false;
      throw error;
    }
  }

  /** Whether an earlier submission may have left a status of which the store has no record any more. */
  async #wasHereBefore(status: ClaimedStatus, queue: Queue, number: PullRequestNumber): Promise<boolean> {
    if (status.shown !== "") return false;
    const isLive = queue.entries.some(({ facts }) => facts.number === number);
    return isLive && (await this.#options.queues.findConcluded(queue.id, number)) !== null;
  }

  /** Includes submissions of the same pull request in other queues. */
  async #submissionsOfOthers(
    repository: Repository,
    own: QueueId,
    number: PullRequestNumber,
  ): Promise<ReadonlySet<string>> {
    const queues = await this.#options.queues.list(repository);
    const others = queues.flatMap(({ queue }) =>
      queue.entries.filter(({ facts }) => queue.id !== own || facts.number !== number),
    );
    return new Set(others.map(submissionOf));
  }

  /** A deleted queue has no live entries, only its history. */
  async #queueOf({ name, queueId }: ClaimedStatus): Promise<StoredQueue> {
    const stored = await this.#options.queues.load(name);
    return stored?.queue.id === queueId ? stored : this.#options.store.queueOf(queueId);
  }

  async #save(status: ClaimedStatus, shown: object): Promise<void> {
    if ((await this.#options.store.save(status, JSON.stringify(shown))) === "lost") throw new ClaimLost();
  }

  #callsFor(status: ClaimedStatus): GitHubCalls {
    return checkedCalls(this.#options.calls, async () => this.#requireClaim(status));
  }

  /** True: this process has left the repository to others, which may be able to write what it cannot. */
  async #isForOthers({ name }: ClaimedStatus, error: WorldError): Promise<boolean> {
    return (await this.#options.served?.leaveIfRefused(name, error)) ?? false;
  }

  async #isHopeless(status: ClaimedStatus, error: unknown): Promise<boolean> {
    if (!(error instanceof WorldError) || error instanceof StoreError || !isTriedOften(status)) return false;
    const isPermanent = !error.retryable || isArchived(error);
    return isPermanent && !(await this.#isForOthers(status, error));
  }

  #habitOf(repository: Repository): CheckHabit {
    const key = repositoryKey(repository);
    const habit = this.#habits.get(key) ?? { mayCreateRuns: true };
    this.#habits.set(key, habit);
    return habit;
  }
}

function isBeingPushed(queue: Queue, { id }: TestRun): boolean {
  const { landing } = queue;
  return landing !== null && runsInLanding(queue, landing).some((run) => run.id === id);
}

function isTriedOften({ attempts }: ClaimedStatus): boolean {
  return attempts >= HOPELESS_ATTEMPTS;
}

function settled(shown: string, isFinal: boolean): ShowOutcome {
  return { shown, isFinal, againAt: null, isUncertain: false };
}
