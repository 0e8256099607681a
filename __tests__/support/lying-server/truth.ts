/** What is true on the server: everything that a step may claim something about, moment by moment. */
import { priorityName } from "../../../src/domain/priority.js";
import { DEFAULT_QUEUE_SETTINGS } from "../../../src/domain/queue-settings.js";

/** The pull request that every step is about. */
export const NUMBER = 412;
export const FINAL: readonly string[] = ["MERGED", "FAILED", "CANCELLED"];

/** Who changed something: the step under test, somebody else, or the queue as it goes on. */
export type Actor = "step" | "other" | "queue";
export type Settings = Readonly<Record<string, unknown>>;

/** One submission; submitting again after its end makes another one, which may keep the id. */
export interface Entry {
  readonly submission: number;
  readonly id: string;
  readonly state: string;
  readonly stateChangedAt: string;
  readonly priority: number;
  readonly noBatch: boolean;
  /** How many test runs it has had. */
  readonly runs: number;
}

export interface Queue {
  /** Another one for each queue that is created. */
  readonly generation: number;
  readonly createdBy: Actor;
  readonly settings: Settings;
}

export interface TestRun {
  readonly id: string;
  readonly status: string;
}

export interface Truth {
  readonly queue: Queue | null;
  readonly entry: Entry | null;
  /** As JSON, by head commit. */
  readonly targets: Readonly<Record<string, string>>;
  readonly head: string;
  readonly run: TestRun | null;
  /** Other pull requests in the queue. */
  readonly others: number;
}

export interface Moment {
  readonly by: Actor;
  readonly what: string;
  readonly truth: Truth;
}

export class World {
  readonly moments: Moment[] = [];
  readonly #now: () => number;
  #stampMs = 0;
  #count = 0;

  constructor(beginning: Truth, now: () => number) {
    this.#now = now;
    this.moments.push({ by: "queue", what: "the beginning", truth: beginning });
  }

  get truth(): Truth {
    return this.at(this.moments.length - 1);
  }

  /** Index of the latest moment. */
  get present(): number {
    return this.moments.length - 1;
  }

  at(index: number): Truth {
    const moment = this.moments[index];
    if (moment === undefined) throw new RangeError(`there is no moment ${index}`);
    return moment.truth;
  }

  change(by: Actor, what: string, changes: Partial<Truth>): void {
    this.moments.push({ by, what, truth: { ...this.truth, ...changes } });
  }

  changeEntry(by: Actor, what: string, changes: Partial<Entry>): void {
    const { entry } = this.truth;
    if (entry === null) return;
    const isNewState = changes.state !== undefined;
    const stateChangedAt = isNewState ? this.stamp() : entry.stateChangedAt;
    this.change(by, what, { entry: { ...entry, ...changes, stateChangedAt } });
  }

  /** Different each time, and later. */
  stamp(): string {
    this.#stampMs = Math.max(this.#stampMs + 1, this.#now());
    return new Date(this.#stampMs).toISOString();
  }

  next(): number {
    this.#count += 1;
    return this.#count;
  }
}

export function isLive(entry: Entry | null): entry is Entry {
  return entry !== null && !FINAL.includes(entry.state);
}

export function freshSettings(settings: Settings): Settings {
  const { bisectionConcurrency: _, ...defaults } = DEFAULT_QUEUE_SETTINGS;
  const concurrency = settings["concurrency"] ?? defaults.concurrency;
  return { state: "RUNNING", ...defaults, bisectionConcurrency: concurrency, ...settings };
}

export function priorityInWords(priority: number): string {
  const name = priorityName(priority);
  return name === "custom" ? String(priority) : name;
}

export function metricsOf({ queue, entry, others }: Truth): string {
  const depth = others + (isLive(entry) ? 1 : 0);
  const labels = `{branch="main",generation="${queue?.generation ?? 0}"}`;
  return `# TYPE mq_depth_current gauge\nmq_depth_current${labels} ${depth}\n`;
}
