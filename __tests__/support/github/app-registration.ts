/**
 * How an App comes to be: the form with its manifest on GitHub's pages, the code of the redirect, and its installation.
 * https://docs.github.com/en/apps/sharing-github-apps/registering-a-github-app-from-a-manifest
 */
import { randomUUID } from "node:crypto";
import { isJsonObject, type JsonObject } from "../json-object.js";
import type { HttpAnswer } from "./http-answer.js";
import type { GitHubWorld } from "./world.js";

export interface Registration {
  readonly manifest: JsonObject;
  /** Login of the account that the App belongs to. */
  readonly owner: string;
}

export class AppRegistrations {
  /** By code; each is exchanged once. */
  readonly open = new Map<string, Registration>();
  /** Every App that was registered with this server, with what the form asked for. */
  readonly registered: Registration[] = [];
  /** A test sets false; a person then installs it. */
  isInstalled = true;
  /** Whose account the person is in that sends the form without an organization. */
  person = "ada";

  begin(manifest: JsonObject, owner: string): string {
    const code = randomUUID().replaceAll("-", "");
    this.open.set(code, { manifest, owner });
    return code;
  }
}

const FORM = /^(?:\/organizations\/([^/]+))?\/settings\/apps\/new$/;

/** The page that takes the form; null for other addresses. A person who confirms is redirected with a code. */
export function answerAppForm(world: GitHubWorld, method: string, url: URL, body: Buffer): HttpAnswer | null {
  const match = FORM.exec(url.pathname);
  if (match === null || method !== "POST") return null;
  const manifest: unknown = JSON.parse(new URLSearchParams(body.toString()).get("manifest") ?? "null");
  if (!isJsonObject(manifest)) return { status: 422, headers: {}, body: "Invalid manifest" };
  const code = world.registrations.begin(manifest, match[1] ?? world.registrations.person);
  const location = new URL(String(manifest["redirect_url"]));
  location.searchParams.set("code", code);
  location.searchParams.set("state", url.searchParams.get("state") ?? "");
  return { status: 302, headers: { location: location.href }, body: "" };
}
