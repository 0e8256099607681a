/**
 * START HERE for what is shown on GitHub: brings what decisions have marked before people's eyes, each subject on its own,
 * and at rest nothing. Several processes share the work by claims, which run out when a process dies.
 */
import { errorText } from "../../../../domain/thrown.js";
import type { ClaimedFace } from "../../../ports/face-store.js";
import { within } from "../../../rounds/within.js";
import { closeOldDrafts, markWhatDiffers } from "./catch-up.js";
import { DOUBT_MS, FaceShower, type ShowerOptions, type ShowOutcome } from "./show-face.js";
import { LostClaim } from "./show-pull-request.js";

export interface FacePumpOptions extends ShowerOptions {
  /** How often the store is asked what is due. */
  readonly pollIntervalMs?: number;
}

const POLL_INTERVAL_MS = 1000;
/** What comes with many decisions is looked for once. */
const POKE_DELAY_MS = 100;
const CLAIM_MS = 30_000;
const RENEW_INTERVAL_MS = 5000;
/** GitHub wants writes one after the other; more than that would wait in the way of others. */
const MOST_AT_ONCE = 4;
const FIRST_PAUSE_MS = 5000;
const LONGEST_PAUSE_MS = 600_000;
const STOP_PATIENCE_MS = 5000;

interface UnderWay {
  readonly face: ClaimedFace;
  readonly attempt: Promise<void>;
}

export class FacePump {
  readonly #options: FacePumpOptions;
  readonly #shower: FaceShower;
  readonly #underWay = new Map<string, UnderWay>();
  #round: Promise<void> | undefined;
  #begun: Promise<void> = Promise.resolve();
  #isStopped = false;
  #isPoked = false;
  /** In monotonic milliseconds. */
  #renewAt = Number.NEGATIVE_INFINITY;
  #cancelLook: () => void = () => undefined;
  #cancelStart: () => void = () => undefined;

  constructor(options: FacePumpOptions) {
    this.#options = options;
    this.#shower = new FaceShower(options);
  }

  start(): void {
    this.#catchUp(0);
    this.#lookAfter(0);
  }

  /** There may be something due: looks soon, and once for many decisions. */
  poke(): void {
    if (this.#isPoked) return;
    this.#isPoked = true;
    this.#lookAfter(POKE_DELAY_MS);
  }

  /** Begins nothing new, and waits a while for what is under way; the next process looks at what came of it. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelLook();
    this.#cancelStart();
    const rest = async () => {
      await Promise.all([this.#begun, this.#round]);
      await Promise.all([...this.#underWay.values()].map(({ attempt }) => attempt));
    };
    await within(STOP_PATIENCE_MS, this.#options.clock, rest());
    await this.#guarded("release", () => this.#options.store.release(this.#options.taker));
  }

  /** Fails as a whole and is done again as a whole: repeating it is harmless. */
  #catchUp(attempts: number): void {
    const what = async () => {
      await markWhatDiffers(this.#options);
      await closeOldDrafts(this.#options);
    };
    this.#begun = this.#guarded("catch up", what).then((isDone) => {
      if (isDone || this.#isStopped) return;
      this.#cancelStart = this.#options.clock.after(pauseMs(attempts), () => this.#catchUp(attempts + 1));
    });
  }

  #lookAfter(delayMs: number): void {
    if (this.#isStopped || this.#round !== undefined) return;
    this.#cancelLook();
    this.#cancelLook = this.#options.clock.after(delayMs, () => {
      this.#isPoked = false;
      this.#round = this.#look().finally(() => {
        this.#round = undefined;
        this.#lookAfter(this.#isPoked ? POKE_DELAY_MS : (this.#options.pollIntervalMs ?? POLL_INTERVAL_MS));
      });
    });
  }

  async #look(): Promise<void> {
    const { store, clock, taker } = this.#options;
    const now = clock.now();
    await this.#guarded("look", async () => {
      const except = [...this.#underWay.values()].map(({ face }) => face);
      if (except.length > 0 && clock.monotonic() >= this.#renewAt) {
        this.#renewAt = clock.monotonic() + RENEW_INTERVAL_MS;
        await store.renew(taker, except, now + CLAIM_MS);
      }
      const limit = this.#isStopped ? 0 : MOST_AT_ONCE - this.#underWay.size;
      const claim = { taker, now, until: now + CLAIM_MS, limit, except };
      for (const face of await store.claim(claim)) this.#begin(face);
    });
  }

  #begin(face: ClaimedFace): void {
    const key = `${face.repository} ${JSON.stringify(face.subject)}`;
    // Its claim had run out while this process stood still.
    if (this.#underWay.has(key)) return;
    const attempt = this.#guarded("show", () => this.#show(face)).then(() => {
      this.#underWay.delete(key);
      this.poke();
    });
    this.#underWay.set(key, { face, attempt });
  }

  async #show(face: ClaimedFace): Promise<void> {
    const { store, clock } = this.#options;
    try {
      const outcome = await this.#shower.show(face);
      if ((await this.#keep(face, outcome)) !== "lost") return;
    } catch (error) {
      if (!(error instanceof LostClaim)) throw error;
    }
    // Whoever has it now may not have seen what was just created.
    await store.doubt(face, clock.now() + DOUBT_MS);
  }

  async #keep(face: ClaimedFace, outcome: ShowOutcome): Promise<"settled" | "postponed" | "lost"> {
    const { store, clock, taker, log } = this.#options;
    const { failure, ...kept } = outcome;
    const now = clock.now();
    if (failure === null) return store.settle(taker, face, { ...kept, now });
    const until = now + pauseMs(face.attempts);
    const { repository, subject, attempts } = face;
    const fields = { repository, subject, attempt: attempts + 1, error: failure.message };
    log.warn(
      { ...fields, next: new Date(until).toISOString() },
      "a pull request does not show its state yet",
    );
    return store.postpone(taker, face, { ...kept, until, error: failure.message });
  }

  /** Nothing here holds up the queue; a store that fails is asked again, and claims run out. */
  async #guarded(what: string, task: () => Promise<void>): Promise<boolean> {
    try {
      await task();
      return true;
    } catch (error) {
      this.#options.log.error(
        { what, error: errorText(error) },
        "what people see on GitHub is held up; trying again",
      );
      return false;
    }
  }
}

function pauseMs(attempts: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.min(attempts, 20), LONGEST_PAUSE_MS);
}
