/** The step's secrets, and their removal from any text that is about to leave the process. */

const REMOVED = "***";

export class Secrets {
  /** Longest first, so that a secret that contains another one leaves no rest. */
  #spellings: readonly string[] = [];

  /** From now on the secret is removed, also as JSON or an address spells it, and each of its lines alone. */
  add(secret: string): void {
    const parts = [secret, ...secret.split(/[\r\n]+/)].filter((part) => part.trim() !== "");
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
