/** What the queue was told of impacted targets, and who depends on whom by that: worked out once more, on purpose. */
import { isDeepStrictEqual } from "node:util";
import type { CommitId, PullRequestNumber, QueueId } from "../../../src/domain/ids.js";
import type { ImpactedTargets } from "../../../src/domain/impacted-targets.js";
import type { PullRequestFacts } from "../../../src/domain/pull-request.js";
import type { EffectOf } from "../../../src/engine/model/effect.js";
import type { QueueEvent } from "../../../src/engine/model/event.js";
import type { Queue } from "../../../src/engine/model/queue.js";
import { type HeadName, nameOf, type SimulatedRepository } from "./simulated-repository.js";

export class ToldTargets {
  readonly #repository: SimulatedRepository;
  readonly #uploaded = new Map<string, readonly ImpactedTargets[]>();
  readonly #stored = new Set<string>();
  /** By the name of the head; null for one that was submitted without. */
  readonly #told = new Map<string, ImpactedTargets | null>();

  constructor(repository: SimulatedRepository) {
    this.#repository = repository;
  }

  uploaded(_queue: QueueId, pullRequest: PullRequestNumber, headSha: CommitId, targets: ImpactedTargets) {
    const name = nameOf({ pullRequest, headSha });
    this.#uploaded.set(name, [...(this.#uploaded.get(name) ?? []), targets]);
  }

  stored(queue: QueueId, pullRequest: PullRequestNumber, headSha: CommitId): void {
    this.#stored.add(`${queue} ${nameOf({ pullRequest, headSha })}`);
  }

  areStored(queue: QueueId, { number: pullRequest, headSha }: PullRequestFacts): boolean {
    return this.#stored.has(`${queue} ${nameOf({ pullRequest, headSha })}`);
  }

  /** `queue` is the one that was told. */
  *told(queue: Queue, event: QueueEvent): Iterable<string> {
    if (event.kind !== "entrySubmitted" && event.kind !== "targetsSet") return;
    const { targets } = event;
    const head =
      event.kind === "targetsSet" ? event : { pullRequest: event.facts.number, headSha: event.facts.headSha };
    const isLive = queue.entries.some(({ facts }) => facts.number === head.pullRequest);
    if (isLive !== (event.kind === "targetsSet")) return;
    const name = nameOf(head);
    const isTrue = this.#uploaded.get(name)?.some((known) => isDeepStrictEqual(known, targets)) ?? false;
    if (targets !== null && !isTrue) yield `nobody uploaded such targets of ${name}`;
    this.#told.set(name, targets);
  }

  /** Nothing is put past what it depends on. */
  *prepared({ settings }: Queue, { onto, testedOn, tested, heads }: EffectOf<"prepareLanding">) {
    const present = this.#repository.commit(tested).names;
    for (const { head: stranger } of this.#repository.since(testedOn, onto)) {
      if (stranger === null || present.has(nameOf(stranger))) continue;
      for (const head of heads) {
        if (settings.mode === "parallel" && !this.#areDependent(head, stranger)) continue;
        yield `#${head.pullRequest} is to land past #${stranger.pullRequest}, which it depends on`;
      }
    }
  }

  #areDependent(one: HeadName, other: HeadName): boolean {
    const [some, others] = [one, other].map((head) => this.#told.get(nameOf(head)));
    if (isEmpty(some) || isEmpty(others)) return false;
    if (some?.kind !== "list" || others?.kind !== "list") return true;
    return some.names.some((name) => others.names.includes(name));
  }
}

function isEmpty(targets: ImpactedTargets | null | undefined): boolean {
  return targets?.kind === "list" && targets.names.length === 0;
}
