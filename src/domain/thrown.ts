/** Reads a thrown value without `instanceof`: an error of another realm is no instance of our classes. */

/** The message. Without one, as of a failure to connect to several addresses, those of its parts or its code. */
export function errorText(thrown: unknown): string {
  const message = textOf(thrown, "message") ?? "";
  if (message !== "") return message;
  const parts = partsOf(thrown);
  return parts[0] === thrown ? codeOf(thrown) || String(thrown) : parts.map(errorText).join("; ");
}

/** Such as ECONNREFUSED; empty without one. */
export function codeOf(thrown: unknown): string {
  return textOf(thrown, "code") ?? "";
}

/** Connecting to a host with several addresses fails with one error per address. */
export function partsOf(thrown: unknown): readonly unknown[] {
  const parts = memberOf(thrown, "errors");
  return Array.isArray(parts) && parts.length > 0 ? parts : [thrown];
}

function textOf(thrown: unknown, name: string): string | undefined {
  const member = memberOf(thrown, name);
  return typeof member === "string" ? member : undefined;
}

function memberOf(thrown: unknown, name: string): unknown {
  return typeof thrown === "object" && thrown !== null ? Reflect.get(thrown, name) : undefined;
}
