/** The step's secrets, and their removal from any text that is about to leave the process. */

const REMOVED = "***";
/** Without a bracket or another few characters that a secret of several lines has to itself a text stays readable. */
const SHORTEST_PART = 4;

export class Secrets {
  /** Longest first, so that a secret that contains another one leaves no rest. */
  #spellings: readonly string[] = [];

  /** From now on the secret is removed, also as JSON or an address spells it, and each of its longer lines alone. */
  add(secret: string): void {
    const lines = secret.split(/[\r\n]+/).flatMap((line) => [line, line.trim()]);
    const longer = lines.filter((line) => line.trim().length >= SHORTEST_PART);
    const parts = [secret, secret.trim(), ...longer].filter((part) => part.trim() !== "");
    const spellings = parts.flatMap((part) => [part, JSON.stringify(part).slice(1, -1), inAddress(part)]);
    this.#spellings = [...new Set([...this.#spellings, ...spellings])].sort((a, b) => b.length - a.length);
  }

  redact(text: string): string {
    return this.#spellings.reduce((rest, spelling) => rest.replaceAll(spelling, REMOVED), text);
  }
}

function inAddress(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
