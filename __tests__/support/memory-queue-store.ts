/** A queue store in memory, for tests, simulation and trying things out. It keeps every promise but surviving. */
import type { CommitId, EffectId, PullRequestNumber, QueueId, TestRunId } from "../../src/domain/ids.js";
import type { ImpactedTargets } from "../../src/domain/impacted-targets.js";
import { type QueueName, queueKey } from "../../src/domain/queue-name.js";
import { type Repository, repositoryKey } from "../../src/domain/repository.js";
import type { Decision, EndedRun, LandingRecord, Transition } from "../../src/engine/model/decision.js";
import type { Effect } from "../../src/engine/model/effect.js";
import type { QueueEvent } from "../../src/engine/model/event.js";
import type { InitialQueue } from "../../src/engine/model/new-queue.js";
import type { Entry, Queue } from "../../src/engine/model/queue.js";
import { decisionDigest } from "../../src/service/ports/decision-digest.js";
import { type Move, movesOf } from "../../src/service/ports/moves.js";
import type { LoggedMove, QueueHistory } from "../../src/service/ports/queue-history.js";
import type {
  EffectClaim,
  LandingFate,
  QueueStore,
  StoredEffect,
  StoredEvent,
  StoredQueue,
  Upload,
  Version,
} from "../../src/service/ports/queue-store.js";
import type { Claim } from "../../src/service/ports/session.js";
import type { TraceContext } from "../../src/service/ports/tracer.js";
import { StoreError } from "../../src/service/ports/world-error.js";
import { initialQueueOf } from "../../src/service/store/sql/queue-rows.js";
import { freed, freeOf } from "./claimed-effects.js";
import { groupedMoves } from "./grouped-moves.js";
import { memoryQueueHistory } from "./memory-queue-history.js";

/** `engine` is the version of the program that decides. */
export function createMemoryStore(engine = "unversioned"): QueueStore {
  return new MemoryQueueStore(engine);
}

/** All that is known of one queue; it stays when the queue is deleted. */
interface QueueFile {
  stored: StoredQueue;
  readonly birth: InitialQueue;
  readonly events: StoredEvent[];
  readonly transitions: Transition[];
  readonly moves: Move[];
  readonly moved: LoggedMove[];
  readonly concluded: Entry[];
  readonly endedRuns: Map<TestRunId, EndedRun>;
  readonly landings: (readonly [Version, LandingRecord])[];
  /** Every order that was given, and when. */
  readonly effects: Map<EffectId, number>;
  readonly pending: Map<EffectId, StoredEffect>;
  readonly fates: Map<EffectId, LandingFate>;
  readonly targets: Map<string, ImpactedTargets>;
  readonly uploads: Map<string, Upload>;
  readonly traces: Map<PullRequestNumber, TraceContext>;
}

class MemoryQueueStore implements QueueStore {
  readonly past: QueueHistory = memoryQueueHistory((id) => this.#files.get(id));
  /** In order of creation. */
  readonly #files = new Map<QueueId, QueueFile>();
  /** The queues that are not deleted, by key. */
  readonly #live = new Map<string, QueueId>();
  readonly #engine: string;

  constructor(engine: string) {
    this.#engine = engine;
  }

  create(name: QueueName, queue: Queue) {
    return answer(() => {
      if (this.#live.has(queueKey(name))) return "exists";
      if (this.#files.has(queue.id)) throw new StoreError(`there was a queue ${queue.id} before`, false);
      this.#files.set(queue.id, emptyFile({ name, queue, version: 0, wakeAt: null }));
      this.#live.set(queueKey(name), queue.id);
      return "created";
    });
  }

  lastSeen(name: QueueName) {
    return answer(() => this.#find(name)?.stored ?? null);
  }

  load(name: QueueName) {
    return answer(() => this.#find(name)?.stored ?? null);
  }

  list(repository?: Repository) {
    const wanted = repository === undefined ? null : repositoryKey(repository);
    return answer(() =>
      [...this.#files.values()]
        .map((file) => file.stored)
        .filter(({ name, queue }) => this.#live.get(queueKey(name)) === queue.id)
        .filter(({ name }) => wanted === null || repositoryKey(name.repository) === wanted),
    );
  }

  commit(name: QueueName, basedOn: Version, event: QueueEvent, decision: Decision) {
    return answer(() => {
      const file = this.#find(name);
      if (file?.stored.version !== basedOn || file.stored.queue.id !== decision.queue.id) return "conflict";
      // What can fail comes before the first change.
      const fresh = newEffects(file, decision.effects);
      const recorded = { digest: decisionDigest(file.stored.queue, decision), engine: this.#engine };
      const version = basedOn + 1;
      const before = file.stored.queue;
      file.stored = { name: file.stored.name, queue: decision.queue, version, wakeAt: decision.wakeAt };
      file.events.push({ version, event, recorded });
      file.moves.push(...movesOf(before, decision));
      file.transitions.push(...decision.transitions);
      file.moved.push(
        ...decision.transitions.map((transition, position) => ({ version, position, transition })),
      );
      file.concluded.push(...decision.concluded);
      for (const ended of decision.endedRuns) file.endedRuns.set(ended.run.id, ended);
      if (decision.landed !== null) file.landings.push([version, decision.landed]);
      for (const stored of decision.queue.now < before.now ? file.pending.values() : []) {
        const notBefore = Math.min(stored.notBefore, decision.queue.now);
        file.pending.set(stored.effect.id, { ...stored, notBefore });
      }
      for (const stored of fresh) {
        file.effects.set(stored.effect.id, decision.queue.now);
        file.pending.set(stored.effect.id, stored);
      }
      return "committed";
    });
  }

  delete(name: QueueName, basedOn: Version) {
    return answer(() => {
      if (this.#find(name)?.stored.version !== basedOn) return "conflict";
      this.#live.delete(queueKey(name));
      return "deleted";
    });
  }

  pendingEffects(now: number, limit: number) {
    return answer(() =>
      [...this.#files.values()]
        .flatMap((file) => [...file.pending.values()].sort((a, b) => a.effect.id - b.effect.id))
        .filter((stored) => stored.notBefore <= now)
        .slice(0, limit),
    );
  }

  claimEffects(request: EffectClaim) {
    return answer(() => {
      const free = [...this.#files.values()].flatMap(({ pending }) => freeOf(pending, request));
      return free.slice(0, request.limit).map((stored) => {
        const claim = { session: request.claimant.session, number: (stored.claim?.number ?? 0) + 1 };
        const claimed = { ...stored, claim };
        this.#files.get(stored.queueId)?.pending.set(stored.effect.id, claimed);
        return claimed;
      });
    });
  }

  isClaimed({ queueId, effect, claim }: StoredEffect) {
    return answer(() => this.#claimed(queueId, effect.id, claim) !== undefined);
  }

  giveBack({ queueId, effect, claim }: StoredEffect) {
    return answer(() => this.#change(queueId, effect.id, claim, freed));
  }

  nextEffectAt(after: number) {
    return answer(() => {
      let next: number | null = null;
      for (const file of this.#files.values()) {
        for (const { notBefore } of file.pending.values()) {
          if (notBefore > after) next = Math.min(next ?? notBefore, notBefore);
        }
      }
      return next;
    });
  }

  markDone(queueId: QueueId, effect: EffectId, claim?: Claim) {
    return answer(() => {
      const pending = this.#files.get(queueId)?.pending;
      const done = pending?.get(effect);
      if (done === undefined || !this.#claimed(queueId, effect, claim)) return { isWaitedFor: false };
      pending?.delete(effect);
      const later = [...(pending?.values() ?? [])].filter((other) => other.effect.id > effect);
      return { isWaitedFor: later.some((other) => other.effect.run === done.effect.run) };
    });
  }

  landingFate(queueId: QueueId, effect: EffectId) {
    return answer(() => this.#files.get(queueId)?.fates.get(effect) ?? null);
  }

  settleLanding(queueId: QueueId, effect: EffectId, fate: LandingFate) {
    return answer(() => {
      const file = this.#files.get(queueId);
      if (file?.effects.has(effect) !== true) return null;
      const settled = file.fates.get(effect);
      if (settled !== undefined) return { fate: settled, isFirst: false };
      file.fates.set(effect, fate);
      return { fate, isFirst: true };
    });
  }

  outboxSize() {
    return answer(() => {
      const orderedAt = [...this.#files.values()].flatMap(({ pending, effects }) =>
        [...pending.keys()].map((id) => effects.get(id) ?? Number.POSITIVE_INFINITY),
      );
      const oldestAt = orderedAt.length === 0 ? null : Math.min(...orderedAt);
      return { pending: orderedAt.length, oldestAt };
    });
  }

  postpone(...[queueId, effect, notBefore, , claim, isCounted = true]: Parameters<QueueStore["postpone"]>) {
    return answer(() =>
      this.#change(queueId, effect, claim, (stored) => ({
        ...freed(stored),
        attempts: stored.attempts + (isCounted ? 1 : 0),
        notBefore,
      })),
    );
  }

  wakings() {
    return this.list().then((queues) =>
      queues.map(({ name, queue, wakeAt }) => ({ name, queueId: queue.id, wakeAt })),
    );
  }

  takeTurn() {
    return answer(() => ({ kind: "taken" }) as const);
  }

  findConcluded(queueId: QueueId, pullRequest: PullRequestNumber) {
    return answer(() => {
      const concluded = this.#files.get(queueId)?.concluded ?? [];
      return concluded
        .filter((entry) => entry.facts.number === pullRequest)
        .reduce<Entry | null>(
          (newest, entry) => (newest && newest.sequence > entry.sequence ? newest : entry),
          null,
        );
    });
  }

  newestSubmissions(queueId: QueueId, before: number | null, limit: number) {
    return answer(() => {
      const newest = new Map<PullRequestNumber, Entry>();
      for (const entry of this.#files.get(queueId)?.concluded ?? []) {
        const known = newest.get(entry.facts.number);
        if (known === undefined || known.sequence < entry.sequence) newest.set(entry.facts.number, entry);
      }
      return [...newest.values()]
        .filter(({ sequence }) => before === null || sequence < before)
        .sort((one, other) => other.sequence - one.sequence)
        .slice(0, limit)
        .map((entry) => ({ ...entry, targets: null, earlierTargets: null }));
    });
  }

  findEndedRun(queueId: QueueId, run: TestRunId) {
    return answer(() => this.#files.get(queueId)?.endedRuns.get(run) ?? null);
  }

  landings(queueId: QueueId, limit: number, before: Version | null = null) {
    return answer(() => {
      const found = (this.#files.get(queueId)?.landings ?? []).filter(
        ([version]) => before === null || version < before,
      );
      return found
        .toReversed()
        .slice(0, limit)
        .map(([, landed]) => landed);
    });
  }

  timeline(queueId: QueueId, pullRequest: PullRequestNumber) {
    return answer(() => {
      const transitions = this.#files.get(queueId)?.transitions ?? [];
      return transitions.filter((transition) => transition.pullRequest === pullRequest);
    });
  }

  movesSince(since: number, boundsMs: readonly number[]) {
    return answer(() =>
      [...this.#files].flatMap(([id, { moves }]) =>
        groupedMoves(
          id,
          moves.filter(({ at }) => at >= since),
          boundsMs,
        ),
      ),
    );
  }

  birth(queueId: QueueId) {
    return answer(() => this.#files.get(queueId)?.birth ?? null);
  }

  /** Nothing is ever removed. */
  logBeginning() {
    return answer(() => null);
  }

  events(queueId: QueueId, after: Version, limit: number) {
    return answer(() => {
      const events = this.#files.get(queueId)?.events ?? [];
      return events.slice(after, after + limit);
    });
  }

  saveTargets(...[queueId, pullRequest, headSha, targets, origin]: Parameters<QueueStore["saveTargets"]>) {
    return answer(() => {
      const file = this.#files.get(queueId);
      if (file === undefined) throw new StoreError(`there is no queue ${queueId}`, false);
      file.targets.set(`${pullRequest} ${headSha}`, targets);
      file.uploads.set(`${pullRequest} ${headSha}`, { at: Date.now(), ...origin });
    });
  }

  findUpload(queueId: QueueId, pullRequest: PullRequestNumber, headSha: CommitId) {
    return answer(() => this.#files.get(queueId)?.uploads.get(`${pullRequest} ${headSha}`) ?? null);
  }

  loadTargets(queueId: QueueId, pullRequest: PullRequestNumber, headSha: CommitId) {
    return answer(() => this.#files.get(queueId)?.targets.get(`${pullRequest} ${headSha}`) ?? null);
  }

  saveTrace(queueId: QueueId, pullRequest: PullRequestNumber, trace: TraceContext) {
    return answer(() => void this.#files.get(queueId)?.traces.set(pullRequest, trace));
  }

  loadTraces(queueId: QueueId, pullRequests: readonly PullRequestNumber[]) {
    return answer(() => {
      const traces = this.#files.get(queueId)?.traces ?? new Map<PullRequestNumber, TraceContext>();
      return new Map([...traces].filter(([pullRequest]) => pullRequests.includes(pullRequest)));
    });
  }

  requireReady() {
    return Promise.resolve();
  }

  close() {
    return Promise.resolve();
  }

  /** Undefined: it is done, or somebody has claimed it since. */
  #claimed(queueId: QueueId, effect: EffectId, claim: Claim | undefined): StoredEffect | undefined {
    const stored = this.#files.get(queueId)?.pending.get(effect);
    const { session, number } = claim ?? stored?.claim ?? {};
    return stored?.claim?.session === session && stored?.claim?.number === number ? stored : undefined;
  }

  #change(
    queueId: QueueId,
    effect: EffectId,
    claim: Claim | undefined,
    change: (stored: StoredEffect) => StoredEffect,
  ): void {
    const stored = this.#claimed(queueId, effect, claim);
    if (stored !== undefined) this.#files.get(queueId)?.pending.set(effect, change(stored));
  }

  #find(name: QueueName): QueueFile | undefined {
    const id = this.#live.get(queueKey(name));
    return id === undefined ? undefined : this.#files.get(id);
  }
}

function emptyFile(stored: StoredQueue): QueueFile {
  return {
    stored,
    birth: initialQueueOf(stored.queue),
    events: [],
    transitions: [],
    moves: [],
    moved: [],
    concluded: [],
    endedRuns: new Map(),
    landings: [],
    effects: new Map(),
    pending: new Map(),
    fates: new Map(),
    targets: new Map(),
    uploads: new Map(),
    traces: new Map(),
  };
}

function newEffects(file: QueueFile, effects: readonly Effect[]): readonly StoredEffect[] {
  const { name, queue } = file.stored;
  const ids = new Set(file.effects.keys());
  return effects.map((effect) => {
    if (ids.has(effect.id)) throw new StoreError(`effect ${effect.id} was given before`, false);
    ids.add(effect.id);
    return { name, queueId: queue.id, effect, attempts: 0, notBefore: 0 };
  });
}

/** Failures come out as rejections, as from any other store. */
function answer<Result>(work: () => Result): Promise<Result> {
  return new Promise((resolve) => resolve(work()));
}
