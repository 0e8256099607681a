/**
 * Sign-in by OAuth of the App: the page on which a person allows it, and the exchange of the code.
 * https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app/generating-a-user-access-token-for-a-github-app
 */
import { createHash, randomBytes } from "node:crypto";
import { isJsonObject } from "../json-object.js";
import { type HttpAnswer, jsonAnswer } from "./http-answer.js";
import { type Call, NOTHING, notFound, ok, Refusal, type Route, textOf } from "./route.js";
import type { GitHubWorld } from "./world.js";

interface Code {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly challenge: string | null;
  readonly login: string;
}

export class SignIns {
  readonly clientId = "Iv23liOfTheCounterpart";
  readonly clientSecret = "the-secret-of-the-client";
  /** Of another App, whose codes are of no use to this one. */
  readonly otherClientId = "Iv23liOfAnotherApp";
  /** As in the App's settings. */
  callbacks: string[] = [];
  /** Who is signed in at GitHub in the browser. */
  person = "mona";
  /** Whether the person allows the sign-in. */
  allows = true;
  readonly codes = new Map<string, Code>();
  /** Tokens of people that were given out, and whether they were revoked. */
  readonly tokens = new Map<string, "valid" | "revoked">();

  /** A code as the redirect has it. */
  issue(code: Code): string {
    const text = randomBytes(10).toString("hex");
    this.codes.set(text, code);
    return text;
  }
}

export const OAUTH_PATHS = ["/login/oauth/authorize", "/login/oauth/access_token"];

export function answerOAuth(world: GitHubWorld, method: string, url: URL, body: Buffer): HttpAnswer {
  const answer = `${method} ${url.pathname}`;
  if (answer === "GET /login/oauth/authorize") return authorize(world.signIns, url.searchParams);
  if (answer === "POST /login/oauth/access_token") return exchange(world, body);
  return { status: 404, headers: {}, body: "Not Found" };
}

function authorize(signIns: SignIns, asked: URLSearchParams): HttpAnswer {
  const clientId = asked.get("client_id") ?? "";
  if (![signIns.clientId, signIns.otherClientId].includes(clientId))
    return { status: 404, headers: {}, body: "Not Found" };
  const [first = ""] = signIns.callbacks;
  const redirectUri = asked.get("redirect_uri") ?? first;
  const isRegistered = signIns.callbacks.includes(redirectUri);
  const location = new URL(isRegistered ? redirectUri : first);
  const method = asked.get("code_challenge_method");
  if (!isRegistered) location.searchParams.set("error", "redirect_uri_mismatch");
  else if (!signIns.allows) location.searchParams.set("error", "access_denied");
  else if (method !== null && method !== "S256") location.searchParams.set("error", "invalid_request");
  else {
    const challenge = asked.get("code_challenge");
    const code = signIns.issue({ clientId, redirectUri, challenge, login: signIns.person });
    location.searchParams.set("code", code);
  }
  location.searchParams.set("state", asked.get("state") ?? "");
  return { status: 302, headers: { location: location.href }, body: "" };
}

/** Refusals have the status 200. */
function exchange(world: GitHubWorld, body: Buffer): HttpAnswer {
  const { signIns } = world;
  const asked: unknown = JSON.parse(body.toString());
  if (!isJsonObject(asked)) return refusal("bad_verification_code");
  const { client_id: id, client_secret: secret, code: text, code_verifier: verifier } = asked;
  if (id !== signIns.clientId) return { status: 404, headers: {}, body: "Not Found" };
  if (secret !== signIns.clientSecret) return refusal("incorrect_client_credentials");
  const code = signIns.codes.get(String(text));
  if (code === undefined || code.clientId !== id) return refusal("bad_verification_code");
  if (code.redirectUri !== asked["redirect_uri"]) return refusal("redirect_uri_mismatch");
  const challenge = createHash("sha256").update(String(verifier)).digest("base64url");
  if (code.challenge !== null && code.challenge !== challenge) return refusal("bad_verification_code");
  signIns.codes.delete(String(text));
  const token = `ghu_${randomBytes(18).toString("hex")}`;
  signIns.tokens.set(token, "valid");
  world.tokens.set(token, { login: code.login, token, app: null, permissions: {} });
  const answer = { access_token: token, token_type: "bearer", scope: "", expires_in: 28_800 };
  return jsonAnswer({
    status: 200,
    body: { ...answer, refresh_token: "ghr_0", refresh_token_expires_in: 1 },
  });
}

function refusal(error: string): HttpAnswer {
  const body = { error, error_description: "The words of GitHub.", error_uri: "https://docs.github.com" };
  return jsonAnswer({ status: 200, body });
}

export const SIGN_IN_ROUTES: readonly Route[] = [
  /** https://docs.github.com/en/rest/apps/oauth-applications#delete-an-app-token */
  { route: "DELETE /applications/{client}/token", answer: revoke },
  /** https://docs.github.com/en/rest/apps/oauth-applications#check-a-token */
  { route: "POST /applications/{client}/token", answer: checkToken },
];

function revoke(call: Call) {
  const { world } = call;
  if (call.caller.token !== CLIENT) throw new Refusal(401, "Bad credentials");
  const token = textOf(call.body, "access_token") ?? "";
  if (call.name("client") !== world.signIns.clientId || !world.tokens.delete(token)) throw notFound();
  world.signIns.tokens.set(token, "revoked");
  return NOTHING;
}

function checkToken(call: Call) {
  if (call.caller.token !== CLIENT) throw new Refusal(401, "Bad credentials");
  const token = textOf(call.body, "access_token") ?? "";
  if (call.name("client") !== call.world.signIns.clientId || !call.world.tokens.has(token)) throw notFound();
  return ok({ token, app: { client_id: call.world.signIns.clientId } });
}

/** Stands for the id and secret of the App's client, which some calls take in the place of a token. */
export const CLIENT = "client";
