/**
 * The `state` of a sign-in at the code host. It is signed with a secret that only this browser has, in a cookie, so that
 * every replica can check it and none has to remember it. The verifier of PKCE is derived from the same secret.
 */
import { createHash, randomBytes } from "node:crypto";
import { isRecord } from "../../../domain/is-record.js";
import { isSameText, keyed } from "./sessions.js";

/** Long enough for a password and a second factor. */
export const SIGN_IN_MS = 600_000;
const LONGEST_NEXT = 500;
const STATE_FORM = /^([A-Za-z0-9_-]{1,1200})\.([A-Za-z0-9_-]{43})$/;

export interface SignInState {
  readonly state: string;
  /** SHA-256 of the verifier. */
  readonly challenge: string;
}

export interface OpenedState {
  /** The path of the page to return to, as it was given; the caller checks it. */
  readonly next: string;
  readonly verifier: string;
}

/** A path that is too long is left out. */
export function beginState(secret: string, next: string, now: number): SignInState {
  const nonce = randomBytes(12).toString("base64url");
  const kept = next.length > LONGEST_NEXT ? "" : next;
  const content = Buffer.from(JSON.stringify({ nonce, at: now, next: kept })).toString("base64url");
  const challenge = createHash("sha256").update(verifierOf(secret, content)).digest("base64url");
  return { state: `${content}.${signatureOf(secret, content)}`, challenge };
}

/** null: it is of another browser, too old, or not of this service. */
export function openState(secret: string, state: string, now: number): OpenedState | null {
  const [, content = "", signature = ""] = STATE_FORM.exec(state) ?? [];
  if (content === "" || !isSameText(signature, signatureOf(secret, content))) return null;
  const value: unknown = JSON.parse(Buffer.from(content, "base64url").toString());
  if (!isRecord(value)) return null;
  const { at, next } = value;
  if (typeof at !== "number" || typeof next !== "string") return null;
  // The clock may have been set back since.
  if (Math.abs(now - at) > SIGN_IN_MS) return null;
  return { next, verifier: verifierOf(secret, content) };
}

/** 43 characters, as PKCE wants. */
function verifierOf(secret: string, content: string): string {
  return keyed(secret, `verifier ${content}`, "base64url");
}

function signatureOf(secret: string, content: string): string {
  return keyed(secret, `state ${content}`, "base64url");
}
