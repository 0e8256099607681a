/** What is known so far, for the outputs and the job summary. It grows while the step runs, so that a failure keeps it. */
import { joined, type Markup, markup } from "./markup.js";
import { isOutputName, OUTPUTS, type OutputName } from "./outputs.js";

export interface ServiceAnswer {
  readonly status: number | null;
  readonly attempts: number;
  readonly body: string;
}

/** What a person reads: each part begins a line of its own. */
export interface Summary {
  readonly head: Markup;
  /** Lines of a table, any of which may be left out. */
  readonly rows: readonly Markup[];
}

export class Report {
  readonly #outputs = new Map<OutputName, string>();
  readonly #rows = new Map<string, Markup>();
  #attempts = 0;

  set(outputs: Partial<Record<OutputName, string | number | boolean>>): void {
    for (const name of Object.keys(outputs).filter(isOutputName)) {
      const value = outputs[name];
      if (value !== undefined) this.#outputs.set(name, String(value));
    }
  }

  /** What the service answered to a request of the operation. Requests add up; an empty answer leaves the one before. */
  answered({ status, attempts, body }: ServiceAnswer): void {
    this.#attempts += attempts;
    this.set({ attempts: this.#attempts });
    if (body !== "") this.set({ response: compactJson(body) });
    if (status !== null) this.set({ "http-status": status });
  }

  /** Adds a row to the summary's table, or replaces the one with this label; null takes it out. */
  row(label: string, content: Markup | null): void {
    if (content === null) this.#rows.delete(label);
    else this.#rows.set(label, content);
  }

  /** All outputs, those that are not known as empty text. */
  outputs(): readonly (readonly [OutputName, string])[] {
    return Object.keys(OUTPUTS)
      .filter(isOutputName)
      .map((name) => [name, this.#outputs.get(name) ?? ""]);
  }

  /** A heading and the result in a sentence, and the table under it. */
  summary(title: Markup, result: Markup): Summary {
    const head = [markup`### ${title}`, markup``, result, markup``, markup`| | |`, markup`| --- | --- |`];
    const rows = [...this.#rows].map(([label, content]) => markup`| ${label} | ${content} |`);
    return { head: joined(head, "\n"), rows };
  }
}

/** A job's outputs may have 1 MiB together, counted as UTF-16. */
const MAX_CHARACTERS = 128 * 1024;
const KEPT_CHARACTERS = 16 * 1024;

/** Text that is no JSON becomes a JSON string; text that is too long an object with its beginning. */
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
