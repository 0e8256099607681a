/**
 * `emulate` in this process: users, repositories, issues with their numbers, labels and comments, Apps with JWTs and
 * installation tokens. What it has no real git, checks or merges for is answered before a request comes here.
 */
import { createEmulator } from "emulate";

export interface EmulateSeed {
  readonly owner: string;
  readonly repository: string;
  readonly users: readonly string[];
  readonly baseUrl: string;
  readonly app: AppSeed | null;
}

export interface AppSeed {
  readonly id: number;
  readonly slug: string;
  readonly privateKey: string;
  readonly installation: number;
  readonly permissions: Readonly<Record<string, string>>;
  readonly events: readonly string[];
}

export interface EmulateAnswer {
  readonly status: number;
  readonly link: string | null;
  readonly body: unknown;
}

export interface EmulateServer {
  /** As somebody who may do everything there. */
  sendAsAdmin(method: string, path: string, body?: unknown): Promise<EmulateAnswer>;
  send(method: string, path: string, authorization: string, body?: unknown): Promise<EmulateAnswer>;
  close(): Promise<void>;
}

/** It limits each token to 5000 calls, and knows no way to lift that. */
const ADMINS = Array.from({ length: 40 }, (_, index) => [`ghp_admin_${index}`, { login: "admin" }] as const);

export async function startEmulate(seed: EmulateSeed): Promise<EmulateServer> {
  const emulator = await createEmulator({
    service: "github",
    port: 0,
    seed: { tokens: Object.fromEntries(ADMINS), github: githubSeed(seed) },
  });
  // It calls itself localhost and listens on IPv4 only.
  const origin = emulator.url.replace("localhost", "127.0.0.1");
  const send: EmulateServer["send"] = async (method, path, authorization, body) => {
    const response = await fetch(origin + path, {
      method,
      headers: { authorization, "content-type": "application/json" },
      // It wants a body wherever one may be.
      ...(method === "GET" || method === "DELETE" ? {} : { body: JSON.stringify(body ?? {}) }),
    });
    return answerOf(response, (text) =>
      text.replaceAll(emulator.url, seed.baseUrl).replaceAll(origin, seed.baseUrl),
    );
  };
  let asked = 0;
  return {
    send,
    sendAsAdmin: (method, path, body) => {
      asked += 1;
      return send(method, path, `token ${ADMINS[asked % ADMINS.length]?.[0] ?? ""}`, body);
    },
    close: () => emulator.close(),
  };
}

async function answerOf(response: Response, renamed: (text: string) => string): Promise<EmulateAnswer> {
  const text = renamed(await response.text());
  const link = response.headers.get("link");
  const body: unknown = text === "" ? null : JSON.parse(text);
  return { status: response.status, link: link === null ? null : renamed(link), body };
}

function githubSeed({ owner, repository, users, app }: EmulateSeed): Readonly<Record<string, unknown>> {
  return {
    users: users.map((login) => ({ login })),
    orgs: [{ login: owner }],
    repos: [{ owner, name: repository, auto_init: false }],
    apps: app === null ? [] : [appSeed(app, owner)],
  };
}

function appSeed(app: AppSeed, owner: string): Readonly<Record<string, unknown>> {
  const { id, slug, privateKey, installation, permissions, events } = app;
  return {
    app_id: id,
    slug,
    name: slug,
    private_key: privateKey,
    permissions,
    events,
    installations: [{ installation_id: installation, account: owner, permissions, events }],
  };
}
