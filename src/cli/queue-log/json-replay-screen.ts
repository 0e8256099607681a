/** The replay as one JSON document on one line, whose list of steps is written as it grows. */
import { jsonLine } from "../client/json-line.js";
import { plainText } from "../plain-text.js";
import type { Surroundings } from "../surroundings.js";
import type { Beginning, ReplayEnding, ReplayScreen, ShownStep } from "./replay-screen.js";

export class JsonReplayScreen implements ReplayScreen {
  readonly #surroundings: Pick<Surroundings, "stdout" | "stderr">;
  #hasBegun = false;
  #separator = "";

  constructor(surroundings: Pick<Surroundings, "stdout" | "stderr">) {
    this.#surroundings = surroundings;
  }

  begin({ queue, exportedBy, version, picture }: Beginning): void {
    this.#hasBegun = true;
    const facts = json({ command: "replay", queue, exportedBy, version, picture });
    this.#write(`${facts.slice(0, -1)},"steps":[`);
  }

  step({ event, steps, ...rest }: ShownStep): void {
    const { kind, at, subject } = event;
    this.#write(
      this.#separator + json({ ...rest, event: kind, at, subject, ...(steps === null ? {} : { steps }) }),
    );
    this.#separator = ",";
  }

  end({ ...ending }: ReplayEnding): void {
    if (ending.error !== undefined) {
      this.#surroundings.stderr.write(`merge-queue replay: ${plainText(ending.message)}\n`);
    }
    if (this.#hasBegun) this.#write(`],${json(ending).slice(1)}\n`);
    else this.#write(`${json({ command: "replay", ...ending })}\n`);
  }

  #write(text: string): void {
    this.#surroundings.stdout.write(text);
  }
}

function json(document: Readonly<Record<string, unknown>>): string {
  return jsonLine(document).trimEnd();
}
