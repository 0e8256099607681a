/** Whose a token is. Unknown and expired ones are nobody's; `emulate` verifies the signatures of JWTs. */
import { isJsonObject } from "../json-object.js";
import type { Caller } from "./caller.js";
import { Refusal } from "./route.js";
import { CLIENT } from "./sign-ins.js";
import type { GitHubWorld } from "./world.js";

export async function callerOf(world: GitHubWorld, authorization: string | undefined): Promise<Caller> {
  const { signIns } = world;
  const client = Buffer.from(`${signIns.clientId}:${signIns.clientSecret}`).toString("base64");
  if (authorization === `Basic ${client}`)
    return { login: "", token: CLIENT, app: world.app, permissions: {} };
  const [, token = ""] = /^(?:bearer|token) (.+)$/i.exec(authorization ?? "") ?? [];
  if (token === "") throw new Refusal(401, "Requires authentication");
  const known = world.tokens.get(token);
  if (known !== undefined) return known;
  const { app } = world;
  if (!token.startsWith("eyJ") || app === null) throw new Refusal(401, "Bad credentials");
  refuseWrongTimes(token, (Date.now() + world.clockAheadMs) / 1000);
  const { status } = await world.emulate.send("GET", "/app", `Bearer ${token}`);
  if (status !== 200) throw new Refusal(401, "A JSON web token could not be decoded");
  // It is for the App itself only: https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app/about-authentication-with-a-github-app
  return { login: app.slug, token, app, permissions: {} };
}

/** https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app/generating-a-json-web-token-jwt-for-a-github-app */
function refuseWrongTimes(token: string, now: number): void {
  const claims: unknown = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
  const [issued, expires] = isJsonObject(claims) ? [Number(claims["iat"]), Number(claims["exp"])] : [];
  if (issued === undefined || !(issued <= now)) {
    throw new Refusal(
      401,
      "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued",
    );
  }
  if (expires === undefined || !(expires > now)) {
    throw new Refusal(
      401,
      "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires",
    );
  }
  if (expires > now + 600) throw new Refusal(401, "'Expiration time' claim ('exp') is too far in the future");
}
