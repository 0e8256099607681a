/** Collects the facts for the outputs and the job summary while the step runs, so that a failure does not lose them. */
import { joined, type Markup, markup } from "./markup.js";
import { isOutputName, OUTPUTS, type OutputName } from "./outputs.js";

export interface ServiceAnswer {
  readonly status: number | null;
  readonly attempts: number;
  readonly body: string;
}

/** The text for people; each part begins on a new line. */
export interface Summary {
  readonly head: Markup;
  /** Lines of a table, and a picture below it; any of them may be left out. */
  readonly rows: readonly Markup[];
}

export class Report {
  /** The address of the code host of this run; empty outside a workflow. */
  readonly serverUrl: string;
  readonly #outputs = new Map<OutputName, string>();
  readonly #rows = new Map<string, Markup | null>();
  #picture: Markup | null = null;
  #fallback: Markup | null = null;
  #attempts = 0;

  constructor(serverUrl = "") {
    this.serverUrl = serverUrl;
  }

  set(outputs: Partial<Record<OutputName, string | number | boolean>>): void {
    for (const name of Object.keys(outputs).filter(isOutputName)) {
      const value = outputs[name];
      if (value !== undefined) this.#outputs.set(name, String(value));
    }
  }

  /**
   * Records the service's answer to a request of the operation. Attempts add up; an empty answer keeps the previous
   * one.
   */
  answered({ status, attempts, body }: ServiceAnswer): void {
    this.#attempts += attempts;
    this.set({ attempts: this.#attempts });
    if (body !== "") this.set({ response: compactJson(body) });
    if (status !== null) this.set({ "http-status": status });
  }

  /** Adds a row to the summary's table, or replaces the row with this label; null hides it and keeps its place. */
  row(label: string, content: Markup | null): void {
    this.#rows.set(label, content);
  }

  /** Shown below the table; null removes it. */
  picture(picture: Markup | null): void {
    this.#picture = picture;
  }

  /** Shown while there is no other picture. */
  fallbackPicture(picture: Markup | null): void {
    this.#fallback = picture;
  }

  /** All outputs; unknown ones are empty. */
  outputs(): readonly (readonly [OutputName, string])[] {
    return Object.keys(OUTPUTS)
      .filter(isOutputName)
      .map((name) => [name, this.#outputs.get(name) ?? ""]);
  }

  /** A heading, the result as a sentence, and the table below it. */
  summary(title: Markup, result: Markup): Summary {
    const head = [markup`### ${title}`, markup``, result, markup``, markup`| | |`, markup`| --- | --- |`];
    const rows = [...this.#rows].flatMap(([label, content]) =>
      content === null ? [] : [markup`| ${label} | ${content} |`],
    );
    const picture = this.#picture ?? this.#fallback;
    return { head: joined(head, "\n"), rows: picture === null ? rows : [...rows, picture] };
  }
}

/** All outputs of a job together may have 1 MiB, counted as UTF-16. */
const MAX_CHARACTERS = 128 * 1024;
const KEPT_CHARACTERS = 16 * 1024;

/** Text that is not JSON becomes a JSON string; text that is too long becomes an object with its beginning. */
export function compactJson(text: string): string {
  if (text === "") return "";
  const json = asJson(text);
  if (json.length <= MAX_CHARACTERS) return json;
  return JSON.stringify({
    truncated: true,
    beginning: text.slice(0, KEPT_CHARACTERS),
  });
}

function asJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return JSON.stringify(text);
  }
}
