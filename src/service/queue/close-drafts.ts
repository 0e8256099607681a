/**
 * Closes the drafts that a push would turn into merged pull requests. A code host that keeps failing delays the landing,
 * but never prevents it: a wrongly shown draft harms less than a change that does not land.
 */
import type { TestRunId } from "../../domain/ids.js";
import type { QueueName } from "../../domain/queue-name.js";
import { errorText } from "../../domain/thrown.js";
import { runsInLanding } from "../../engine/model/lookup.js";
import type { Landing, Queue } from "../../engine/model/queue.js";
import { WorldError } from "../ports/world-error.js";
import type { World } from "./queues.js";

/** Attempts at a landing that may fail because its drafts cannot be closed. */
const MAX_FAILURES = 3;

export class DraftCloser {
  readonly #world: Pick<World, "drafts" | "log">;
  readonly #failures = new Map<TestRunId, number>();

  constructor(world: Pick<World, "drafts" | "log">) {
    this.#world = world;
  }

  /** Throws if the landing has to be attempted again before its push. */
  async closeBefore({ repository }: QueueName, queue: Queue, landing: Landing): Promise<void> {
    const { drafts, log } = this.#world;
    if (drafts === undefined) return;
    const runs = runsInLanding(queue, landing).map(({ id }) => id);
    if (runs.length === 0) return;
    const { run } = landing;
    try {
      await drafts.closeDrafts(repository, runs);
      this.#failures.delete(run);
    } catch (error) {
      const failures = (this.#failures.get(run) ?? 0) + 1;
      const mayPass = error instanceof WorldError && error.retryable;
      if (mayPass && failures < MAX_FAILURES) {
        this.#failures.set(run, failures);
        throw error;
      }
      this.#failures.delete(run);
      log.warn({ run, error: errorText(error) }, "a draft could not be closed before its commit lands");
    }
  }
}
