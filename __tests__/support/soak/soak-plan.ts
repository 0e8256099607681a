/** What one life under kills is to be, and what it reports. */

export interface SoakPlan {
  readonly seed: number;
  readonly kills: number;
  readonly store: "sqlite" | "postgres";
  /** Processes at once; one only on the embedded store. */
  readonly replicas: number;
  /** Takes a line of progress. */
  readonly tell: (line: string) => void;
}

export interface SoakReport {
  readonly plan: Omit<SoakPlan, "tell">;
  readonly kills: number;
  /** Of processes, and of the database server: while several replicas share it. */
  readonly freezes: number;
  readonly restarts: number;
  readonly pullRequests: number;
  /** How many pull requests ended how. */
  readonly ended: Readonly<Record<string, number>>;
  /** How often the queues moved a branch, and by how many commits. */
  readonly landings: number;
  readonly landedCommits: number;
  readonly testRuns: number;
  /** Different messages, and how often one came once more. */
  readonly webhooks: number;
  readonly repeatedWebhooks: number;
  readonly versions: number;
  readonly minutes: number;
  /** Empty when all is as promised. */
  readonly broken: readonly string[];
  /** The last pictures of the queues; empty unless something is broken. */
  readonly pictures: readonly string[];
  /** Kept when something is broken. */
  readonly folder: string;
}

export const REPOSITORY = { host: "forge.test", owner: "acme", name: "shop" } as const;
export const PUBLIC_URL = "https://queue.example.com";
export const TOKEN = "mq_the-token-of-a-service-that-is-killed";

/** What is found to be wrong while the life goes on; each thing is kept once. */
export class Complaints {
  readonly #sentences = new Set<string>();

  add(sentence: string): void {
    this.#sentences.add(sentence);
  }

  expect(holds: boolean, sentence: string): void {
    if (!holds) this.add(sentence);
  }

  get all(): readonly string[] {
    return [...this.#sentences];
  }
}
