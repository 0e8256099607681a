/** The code in GitHub's redirect, or in a pasted line. Refusals never repeat what was received. */
import { createHash, timingSafeEqual } from "node:crypto";

export type RedirectCode =
  | { readonly ok: true; readonly code: string }
  | { readonly ok: false; readonly problem: string };

const CODE = /^[\w-]{1,128}$/;
const LONGEST_LINE = 4096;

/** A redirect belongs to this setup only with the random state that the form has sent. */
export function codeInRedirect(parameters: URLSearchParams, state: string): RedirectCode {
  const [states, codes] = [parameters.getAll("state"), parameters.getAll("code")];
  if (states.length !== 1 || !isSame(states[0] ?? "", state)) {
    return refused(
      "it does not belong to this setup: its state differs from the one that was sent to GitHub",
    );
  }
  const [code = ""] = codes;
  return codes.length === 1 && CODE.test(code) ? { ok: true, code } : refused("it has no valid code");
}

/** The address that the browser shows after the registration, or the code alone. */
export function codeInLine(line: string, state: string): RedirectCode {
  const text = line.trim();
  if (CODE.test(text)) return { ok: true, code: text };
  if (text.length > LONGEST_LINE || !URL.canParse(text)) {
    return refused("it is neither a code nor the whole address that the browser shows");
  }
  return codeInRedirect(new URL(text).searchParams, state);
}

function isSame(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function refused(problem: string): RedirectCode {
  return { ok: false, problem };
}
