/** Checks untrusted input against a schema of the contract; the error is one line that names each wrong field. */
import { shortened } from "../../domain/words.js";

/** The part of a schema that is used here; the contract's schemas have it. */
export interface Schema<Value> {
  safeParse(
    input: unknown,
    wording: { readonly error: (issue: Issue) => string },
  ):
    | { readonly success: true; readonly data: Value }
    | { readonly success: false; readonly error: { readonly issues: readonly Complaint[] } };
}

interface Issue {
  readonly code: string;
  readonly keys?: readonly string[];
  readonly expected?: string;
}

interface Complaint {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

export type Checked<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: string };

const MAX_NAMED = 3;
const MAX_NAME_LENGTH = 100;

export function check<Value>(schema: Schema<Value>, input: unknown): Checked<Value> {
  const parsed = schema.safeParse(input, { error: wording });
  if (parsed.success) return { ok: true, value: parsed.data };
  const { issues } = parsed.error;
  const named = issues.slice(0, MAX_NAMED).map(({ path, message }) => `${place(path)}: ${message}`);
  const more = issues.length > MAX_NAMED ? [`and ${issues.length - MAX_NAMED} more`] : [];
  return { ok: false, problem: [...named, ...more].join("; ") };
}

/** For errors without a message in the contract. */
function wording({ code, keys, expected }: Issue): string {
  if (code === "unrecognized_keys") return `does not know ${named((keys ?? []).map(quoted))}`;
  if (code === "invalid_type" && expected === "object") return "expected an object";
  return "expected something else";
}

function named(names: readonly string[]): string {
  const left = names.length - MAX_NAMED;
  const shown = names.slice(0, MAX_NAMED).join(", ");
  return left > 0 ? `${shown} and ${left} more` : shown;
}

/** Such as `pr.number` or `impactedTargets[3]`; an empty path is the body. */
function place(path: readonly PropertyKey[]): string {
  let text = "";
  for (const step of path) {
    if (typeof step === "number") text += `[${step}]`;
    else text += `${text === "" ? "" : "."}${cut(String(step))}`;
  }
  return text === "" ? "the body" : text;
}

function quoted(name: string): string {
  return JSON.stringify(cut(name));
}

function cut(name: string): string {
  return shortened(name, MAX_NAME_LENGTH);
}
