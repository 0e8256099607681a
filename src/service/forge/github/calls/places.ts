/** A way to GitHub for each repository, with what those of one owner share: the pace of writing, and limits reached. */
import { type Repository, repositoryKey } from "../../../../domain/repository.js";
import type { CallLimits } from "./call-limits.js";
import { guardedFetch } from "./guarded-fetch.js";
import { type AroundAttempt, octokitClient, type Send } from "./octokit-client.js";
import { WriteLane } from "./write-lane.js";

export interface Place {
  readonly send: Send;
  /** When GitHub last showed something of the repository. */
  seenAt: number;
}

interface PlacesOptions {
  readonly apiUrl: string;
  readonly userAgent: string;
  readonly limits: CallLimits;
  readonly around: (repository: Repository) => AroundAttempt;
}

/** The longest limit of GitHub's is the hour's. */
const LONGEST_QUIET_MS = 3_660_000;

export class Places {
  readonly #options: PlacesOptions;
  readonly #known = new Map<string, Place>();
  readonly #lanes = new Map<string, WriteLane>();
  /** By owner: before this moment GitHub does not want to be asked. */
  readonly #quietUntil = new Map<string, number>();

  constructor(options: PlacesOptions) {
    this.#options = options;
  }

  /** What the App signs itself has lanes of its own: others wait in theirs for the token that it brings. */
  of(repository: Repository, isSigned = false): Place {
    const as = isSigned ? "app " : "";
    const key = `${as}${repositoryKey(repository)}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const { apiUrl, userAgent, limits, around } = this.#options;
    const owner = ownerKey(repository);
    const send = octokitClient({
      ...{ apiUrl, userAgent, ...limits },
      limitedAs: `${apiUrl}|${as}${owner}`,
      writes: this.#laneOf(owner),
      fetch: guardedFetch(limits),
      around: around(repository),
      onLimit: (waitMs) =>
        this.#quietUntil.set(owner, performance.now() + Math.min(waitMs, LONGEST_QUIET_MS)),
    });
    const fresh = { send, seenAt: Number.NEGATIVE_INFINITY };
    this.#known.set(key, fresh);
    return fresh;
  }

  /** For how long nothing may be asked; 0 when it may. */
  quietMs(repository: Repository): number {
    const until = this.#quietUntil.get(ownerKey(repository)) ?? 0;
    return Math.ceil(Math.max(until - performance.now(), 0));
  }

  #laneOf(owner: string): WriteLane {
    const lane = this.#lanes.get(owner) ?? new WriteLane(this.#options.limits.writePauseMs);
    this.#lanes.set(owner, lane);
    return lane;
  }
}

function ownerKey({ host, owner }: Repository): string {
  return `${host}/${owner}`.toLowerCase();
}
