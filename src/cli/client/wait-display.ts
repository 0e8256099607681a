/** Shows a wait while it goes on: one live line on a terminal; elsewhere a line per change, and a heartbeat. */
import type { Clock } from "../../client/clock.js";
import { positionInWords } from "../../client/position.js";
import { reasonOf } from "../../client/pull-request-words.js";
import type { Progress } from "../../client/wait.js";
import { durationInWords } from "../../client/words.js";
import type { Screen } from "./screen.js";

/** A CI system may end a job that says nothing for long. */
const HEARTBEAT_MS = 60_000;
const REDRAW_MS = 1000;

export class WaitDisplay {
  readonly #screen: Screen;
  readonly #name: string;
  readonly #clock: Pick<Clock, "now">;
  readonly #redrawing: NodeJS.Timeout | undefined;
  #latest: { readonly progress: Progress; readonly at: number } | null = null;
  #said = "";
  #saidAt = Number.NEGATIVE_INFINITY;

  /** `name` is that of the pull request. */
  constructor(screen: Screen, name: string, clock: Pick<Clock, "now">) {
    this.#screen = screen;
    this.#name = name;
    this.#clock = clock;
    if (screen.isLive) this.#redrawing = setInterval(() => this.redraw(), REDRAW_MS).unref();
  }

  /** Takes what the latest poll has brought. */
  show(progress: Progress): void {
    const now = this.#clock.now();
    this.#latest = { progress, at: now };
    const { said, isWorthALine } = this.#judge(progress, now);
    if (isWorthALine) {
      this.#said = said;
      this.#saidAt = now;
      this.#screen.note(this.#line(progress, progress.waitedMs));
    }
    this.redraw();
  }

  /** The time goes on between two polls. */
  redraw(): void {
    if (this.#latest === null) return;
    const { progress, at } = this.#latest;
    this.#screen.live(this.#line(progress, progress.waitedMs + this.#clock.now() - at));
  }

  end(): void {
    clearInterval(this.#redrawing);
    this.#screen.live("");
  }

  /** On a terminal the live line shows places and troubles, and what stays behind are the states. */
  #judge({ value, state, position, trouble }: Progress, now: number) {
    const stay = [state, value === null ? null : reasonOf(value)];
    const passing = [position?.place, position?.ahead, trouble?.kind, trouble?.status];
    const said = JSON.stringify(this.#screen.isLive ? stay : [...stay, ...passing]);
    const isDue = !this.#screen.isLive && now - this.#saidAt >= HEARTBEAT_MS;
    return { said, isWorthALine: said !== this.#said || isDue };
  }

  /** What matters most comes first: a terminal may cut the rest off. */
  #line({ value, state, position, trouble }: Progress, waitedMs: number): string {
    const details = [
      state ?? "not known yet",
      position === null ? "" : `position ${positionInWords(position)}`,
      trouble === null ? "" : `still asking, because ${trouble.message}`,
      value === null ? "" : reasonOf(value),
    ].filter((detail) => detail !== "");
    return `${durationInWords(waitedMs)}: ${this.#name} ${details.join("; ")}`;
  }
}
