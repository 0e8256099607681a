/** Signing in with an account of the code host: the way there, and the way back with a code. */
import { createHash, randomBytes } from "node:crypto";
import { assertNever } from "../../../domain/assert-never.js";
import { isRecord } from "../../../domain/is-record.js";
import type { ApiContext } from "../../http/response.js";
import type { AccountHost, SignInOutcome } from "../../ports/account-host.js";
import { WorldError } from "../../ports/world-error.js";
import { safeNext } from "../addresses.js";
import { redirectTo } from "../answer-page.js";
import { answerSignIn, noSuchAddress, type Serving } from "../serving.js";
import { isSameText, isSecret, keyed, newSecret, SESSION_MS } from "../session/sessions.js";

const CODE = /^[\w-]{1,200}$/;
const NOT_BEGUN =
  "This sign-in was begun in another browser, or more than ten minutes ago. Nothing was changed. Begin again.";
const NOT_ALLOWED = "You did not allow the sign-in on GitHub. You can begin again, or use a token.";

/** Several tabs of one browser may begin, because they share the secret. */
export async function beginWithAccount(c: ApiContext, serving: Serving): Promise<Response> {
  const { accounts, signInCookie, addresses, service } = serving;
  if (accounts === null) return noSuchAddress(c, serving);
  const known = signInCookie.read(c.req.header("cookie"));
  const secret = isSecret(known) ? known : newSecret();
  const next = safeNext(c.req.query("next"), addresses.home);
  const { state, challenge } = beginState(secret, next, service.queues.now());
  const cookie = signInCookie.write(secret, SIGN_IN_MS / 1000);
  return redirectTo(c, accounts.authorizationUrl(state, challenge), { "Set-Cookie": cookie });
}

export async function endWithAccount(c: ApiContext, serving: Serving): Promise<Response> {
  const { accounts, addresses, attempts, signInCookie, service } = serving;
  if (accounts === null) return noSuchAddress(c, serving);
  const secret = signInCookie.read(c.req.header("cookie"));
  const state = onlyOf(c, "state");
  const opened = isSecret(secret) ? openState(secret, state, service.queues.now()) : null;
  if (opened === null) return answerSignIn(c, serving, addresses.home, NOT_BEGUN, 400);
  const next = safeNext(opened.next, addresses.home);
  const error = onlyOf(c, "error");
  if (error !== "") return answerSignIn(c, serving, next, refusalOf(error), 403);
  const code = onlyOf(c, "code");
  if (!CODE.test(code)) return answerSignIn(c, serving, next, NOT_BEGUN, 400);
  // Each code is a call to the code host.
  if (attempts.waitMs(serving.addressOf(c)) > 0) {
    const problem = "Too many attempts from your address. Wait a minute, then begin again.";
    return answerSignIn(c, serving, next, problem, 429);
  }
  return answerCode(c, serving, accounts, code, { ...opened, next });
}

async function answerCode(
  c: ApiContext,
  serving: Serving,
  accounts: AccountHost,
  code: string,
  { next, verifier }: OpenedState,
): Promise<Response> {
  const outcome = await exchanged(accounts, code, verifier, serving);
  switch (outcome.kind) {
    case "signedIn":
      return signedIn(c, serving, outcome, next);
    case "unknownCode": {
      serving.attempts.note(serving.addressOf(c));
      const problem =
        "GitHub did not accept the code of this sign-in: it was used, or is too old. Begin again.";
      return answerSignIn(c, serving, next, problem, 401);
    }
    case "wrongSettings": {
      serving.log.error({ why: outcome.why }, "GitHub does not accept the settings of the sign-in");
      const problem =
        "GitHub does not accept this service's settings of the sign-in. Its operator finds the cause with `merge-queue doctor`. Use a token meanwhile.";
      return answerSignIn(c, serving, next, problem, 502);
    }
    case "failed":
      return answerSignIn(c, serving, next, outcome.sentence, 502);
    default:
      return assertNever(outcome);
  }
}

type Exchanged = SignInOutcome | { readonly kind: "failed"; readonly sentence: string };

/** A page with the failure itself would link to this address, whose code is used. */
async function exchanged(
  accounts: AccountHost,
  code: string,
  verifier: string,
  { log }: Serving,
): Promise<Exchanged> {
  try {
    return await accounts.signIn({ code, verifier });
  } catch (error) {
    if (!(error instanceof WorldError)) throw error;
    log.warn({ error: error.message }, "a sign-in with GitHub failed");
    const sentence = "GitHub did not complete the sign-in. Wait a minute, then begin again, or use a token.";
    return { kind: "failed", sentence };
  }
}

/** The browser's earlier session ends, so that no one goes on in it. */
async function signedIn(
  c: ApiContext,
  { sessions, cookie, signInCookie }: Serving,
  { account }: Extract<SignInOutcome, { readonly kind: "signedIn" }>,
  next: string,
): Promise<Response> {
  await sessions.end(cookie.read(c.req.header("cookie")));
  const { secret } = await sessions.beginFor(account);
  const answer = redirectTo(c, next, { "Set-Cookie": cookie.write(secret, SESSION_MS / 1000) });
  answer.headers.append("Set-Cookie", signInCookie.remove());
  return answer;
}

function refusalOf(error: string): string {
  if (error === "access_denied") return NOT_ALLOWED;
  const shown = /^\w{1,60}$/.test(error) ? ` (${error})` : "";
  return `GitHub refused the sign-in${shown}. If this remains, the operator runs \`merge-queue doctor\`.`;
}

/** Empty unless the parameter is given exactly once. */
function onlyOf(c: ApiContext, name: string): string {
  const [value = "", ...more] = c.req.queries(name) ?? [];
  return more.length > 0 ? "" : value;
}

/** Long enough for a password and a second factor. */
const SIGN_IN_MS = 600_000;
const LONGEST_NEXT = 500;
const STATE_FORM = /^([A-Za-z0-9_-]{1,1200})\.([A-Za-z0-9_-]{43})$/;

/**
 * The state is signed with a secret that only this browser has, in a cookie, so every replica can check it and none has to
 * remember it. The verifier of PKCE is derived from the same secret.
 */
interface SignInState {
  readonly state: string;
  /** SHA-256 of the verifier. */
  readonly challenge: string;
}

interface OpenedState {
  /** The path of the page to return to, as it was given; the caller checks it. */
  readonly next: string;
  readonly verifier: string;
}

/** A path that is too long is left out. */
function beginState(secret: string, next: string, now: number): SignInState {
  const nonce = randomBytes(12).toString("base64url");
  const kept = next.length > LONGEST_NEXT ? "" : next;
  const content = Buffer.from(JSON.stringify({ nonce, at: now, next: kept })).toString("base64url");
  const challenge = createHash("sha256").update(verifierOf(secret, content)).digest("base64url");
  return { state: `${content}.${signatureOf(secret, content)}`, challenge };
}

/** null: it is of another browser, too old, or not of this service. */
function openState(secret: string, state: string, now: number): OpenedState | null {
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
