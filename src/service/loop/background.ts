/** Tasks that nobody waits for: one that fails is told, and whoever stops may wait for those under way. */
import { errorText } from "../../domain/thrown.js";
import type { Log } from "../ports/log.js";
import { withOnlyLogFields } from "../ports/log-context.js";

export class Background {
  readonly #log: Log;
  readonly #underWay = new Set<Promise<void>>();
  #stopped = false;

  constructor(log: Log) {
    this.#log = log;
  }

  /** `about` is for the log; whatever happened to begin the task is not what it is about. */
  begin(
    what: string,
    subject: string,
    task: () => Promise<void>,
    about: Readonly<Record<string, string>> = {},
  ): void {
    if (this.#stopped) return;
    const tried = withOnlyLogFields(about, async () => this.guarded(what, subject, task)).finally(() =>
      this.#underWay.delete(tried),
    );
    this.#underWay.add(tried);
  }

  /** A look that fails is told and comes again; one repository in trouble holds up no other. */
  async guarded(what: string, subject: string, task: () => Promise<void>): Promise<void> {
    try {
      await task();
    } catch (error) {
      this.#log.warn(
        { what, subject, error: errorText(error) },
        "a look at the world failed; it will be repeated",
      );
    }
  }

  /** Nothing begins any more. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#underWay);
  }
}
