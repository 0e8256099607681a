/** What is known so far, for the outputs and the job summary. It grows while the step runs, so that a failure keeps it. */
import { compactJson } from "./compact-json.js";
import { joined, type Markup, markup } from "./markup.js";
import { isOutputName, OUTPUTS, type OutputName } from "./outputs.js";

interface ServiceAnswer {
  readonly status: number | null;
  readonly attempts: number;
  readonly body: string;
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

  /** A heading, the result in a sentence, and the table. */
  summary(title: Markup, result: Markup): Markup {
    const rows = [...this.#rows].map(([label, content]) => markup`| ${label} | ${content} |`);
    const table = [markup`| | |`, markup`| --- | --- |`, ...rows];
    return joined([markup`### ${title}`, markup``, result, markup``, ...table, markup``, markup``], "\n");
  }
}
