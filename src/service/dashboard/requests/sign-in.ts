/** Signing in with a token and signing out. Wrong tokens count as failed calls of the API do. */
import { assertNever } from "../../../domain/assert-never.js";
import { authenticate } from "../../http/auth.js";
import type { ApiContext } from "../../http/response.js";
import { safeNext } from "../addresses.js";
import { redirectTo } from "../answer-page.js";
import { answerProblem, answerSignIn, type Serving } from "../serving.js";
import { isSameText, SESSION_MS } from "../session/sessions.js";
import { readForm } from "./read-form.js";

export async function showSignIn(c: ApiContext, serving: Serving): Promise<Response> {
  const next = safeNext(c.req.query("next"), serving.addresses.home);
  return Promise.resolve(answerSignIn(c, serving, next, null, 200));
}

export async function signIn(c: ApiContext, serving: Serving): Promise<Response> {
  const form = await readForm(c, serving.publicUrl);
  if (form.kind === "refused") return formRefused(c, serving, form.status, form.sentence);
  const next = safeNext(form.fields.get("next") ?? undefined, serving.addresses.home);
  const token = (form.fields.get("token") ?? "").trim();
  const { tokens, attempts } = serving;
  const need = { scope: "read", takesForkedRuns: false } as const;
  const address = serving.addressOf(c);
  const header = (name: string) => (name === "x-api-token" ? token : undefined);
  const outcome = await authenticate(header, need, tokens, { attempts, address });
  if (outcome.ok) {
    const { secret } = await serving.sessions.begin(token);
    const cookie = serving.cookie.write(secret, SESSION_MS / 1000);
    return redirectTo(c, next, { "Set-Cookie": cookie });
  }
  switch (outcome.code) {
    case "AUTHENTICATION_REQUIRED":
      return answerSignIn(c, serving, next, "Enter a token.", 401);
    case "INVALID_TOKEN":
      return answerSignIn(
        c,
        serving,
        next,
        "This token is unknown, expired or revoked. Check that it is complete.",
        401,
      );
    case "INSUFFICIENT_PERMISSIONS":
      return answerSignIn(c, serving, next, "This token lacks the scope read. Ask for one that has it.", 403);
    case "RATE_LIMIT_EXCEEDED":
      return answerSignIn(
        c,
        serving,
        next,
        "Too many attempts from your address. Wait a minute, then try again.",
        429,
      );
    default:
      return assertNever(outcome.code);
  }
}

export async function signOut(c: ApiContext, serving: Serving): Promise<Response> {
  const { sessions, cookie, addresses } = serving;
  const form = await readForm(c, serving.publicUrl);
  if (form.kind === "refused") return formRefused(c, serving, form.status, form.sentence);
  const secret = cookie.read(c.req.header("cookie"));
  const session = await sessions.find(secret);
  if (session !== null && !isSameText(form.fields.get("csrf") ?? "", session.csrf)) {
    return formRefused(c, serving, 403, "The form is of another session. Load the page again.");
  }
  await sessions.end(secret);
  return redirectTo(c, addresses.signIn(), { "Set-Cookie": cookie.remove() });
}

export function formRefused(
  c: ApiContext,
  serving: Serving,
  status: 400 | 403 | 413,
  sentence: string,
): Response {
  return answerProblem(c, serving, null, {
    ...{ status, sentence },
    title: "The form was refused",
    next: { text: "See all queues", href: serving.addresses.home },
  });
}
