/** Finds the reason in the body of a failed answer, which may be JSON of several shapes, text or a web page. */
import { beginningOf } from "../domain/words.js";

interface ErrorText {
  readonly code: string | null;
  /** Empty when the body gives no reason. */
  readonly detail: string;
  /** Whether the service states that repeating the request cannot succeed. */
  readonly isFinal: boolean;
}

const LONGEST_DETAIL = 2000;
const CODE = /^[A-Za-z0-9_.-]{1,64}$/;
/** Upper case distinguishes a code from a word of a sentence. */
const CODE_ALONE = /^[A-Z0-9]{1,32}(?:_[A-Z0-9]{1,32}){1,8}$/;

/** JSON `error.message`, else `error`, else `message`, else the text itself. */
export function readErrorText(text: string): ErrorText {
  if (isWebPage(text))
    return { code: null, detail: "the answer is HTML, not JSON: is api-url right?", isFinal: false };
  const json = parsed(text);
  const error = member(json, "error");
  const code = [member(error, "code"), member(json, "code"), alone(error)].find(isCode) ?? null;
  const words = [member(error, "message"), error, member(json, "message"), json, text].find(isText) ?? "";
  const isFinal = member(error, "retryable") === false;
  return { code, detail: beginningOf(words.trim(), LONGEST_DETAIL), isFinal };
}

/** Whether the body of an answer reports a failure, regardless of its status. */
export function reportsFailure(json: unknown): boolean {
  if (json === false || member(json, "success") === false || member(json, "ok") === false) return true;
  const [error, errors] = [member(json, "error"), member(json, "errors")];
  const isList = Array.isArray(errors);
  return Boolean(error) || (isList ? errors.length > 0 : Boolean(errors));
}

/** A proxy's page or a sign-in form: the answer does not come from the service. */
export function isWebPage(text: string): boolean {
  return /^\s*(?:<\?xml[^>]*>\s*|<!--[^]*?-->\s*)*<(?:!doctype html|html|head|body)[\s>]/i.test(
    text.slice(0, 2048),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function member(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}

function alone(error: unknown): string | undefined {
  return typeof error === "string" && CODE_ALONE.test(error) ? error : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

function isCode(value: unknown): value is string {
  return typeof value === "string" && CODE.test(value);
}
