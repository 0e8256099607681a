/** Tokens from their making to their end: on the command line, beside services that run, in both kinds of database. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { type RunningService, startService } from "../../src/service/app/main.js";
import { ConfigError, readConfig } from "../../src/service/settings/config.js";
import { callCommand } from "../support/command-line.js";
import { emptyDatabase, type TestDatabase } from "../support/postgres-server.js";

/** What is promised to those who make or revoke a token. */
const HEEDED_MS = 2000;
const LOOK_EVERY_MS = 200;
const TOKEN = /^mqt_[0-9A-Za-z]{61}\n$/;

let folder = "";
let services: RunningService[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tokens-"));
});
afterEach(async () => {
  for (const service of services.splice(0)) await service.stop();
  rmSync(folder, { recursive: true });
});

async function start(database: string, more: Readonly<Record<string, string>> = {}): Promise<RunningService> {
  const environment = {
    MERGE_QUEUE_REPOSITORIES: `git.example.com/acme/shop=${join(folder, "shop.git")}`,
    MERGE_QUEUE_DATA: join(folder, `data-${services.length}`),
    MERGE_QUEUE_DATABASE_URL: database,
    MERGE_QUEUE_LISTEN: "127.0.0.1:0",
    MERGE_QUEUE_LOG_LEVEL: "silent",
    ...more,
  };
  const service = await startService(readConfig(environment), "1.0.0");
  services = [...services, service];
  return service;
}

function tokens(database: string, ...words: readonly string[]) {
  return callCommand(["tokens", ...words], { environment: { MERGE_QUEUE_DATABASE_URL: database } });
}

async function made(database: string, ...words: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await tokens(database, "create", ...words);
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  expect(stdout).toMatch(TOKEN);
  return stdout.trim();
}

async function statusWith(service: RunningService, token: string): Promise<number> {
  const answer = await fetch(`${service.apiUrl}/getMergeQueueMetrics`, { headers: { "x-api-token": token } });
  await answer.arrayBuffer();
  return answer.status;
}

/** Fails when it is not so within the time that is promised. */
async function heeded(service: RunningService, token: string, status: number): Promise<void> {
  const deadline = Date.now() + HEEDED_MS;
  let seen = await statusWith(service, token);
  while (seen !== status && Date.now() < deadline) {
    // Asking more often would count as guessing.
    await pause(LOOK_EVERY_MS);
    seen = await statusWith(service, token);
  }
  expect(seen).toBe(status);
}

describe("with SQLite", () => {
  const database = () => `sqlite:${join(folder, "queue.sqlite")}`;

  it("a service without any token does not start, and says what to do", async () => {
    const starting = start(database());
    await expect(starting).rejects.toThrow(ConfigError);
    await expect(starting).rejects.toThrow("create one with `merge-queue tokens create");
  });

  it("a token may be there before the service is, and is the only way in then", async () => {
    const token = await made(database(), "--name", "first");
    const service = await start(database());
    expect(await statusWith(service, token)).toBe(200);
    expect(await statusWith(service, "")).toBe(401);
    const stored = readFileSync(join(folder, "queue.sqlite")).toString("latin1");
    expect(stored).toContain(token.slice(4, 16));
    expect(stored).not.toContain(token.slice(16));
  });

  it("tokens come and go while the service runs, beside the one of its environment", async () => {
    const service = await start(database(), { MERGE_QUEUE_API_TOKEN: "of-the-environment" });
    expect(await statusWith(service, "of-the-environment")).toBe(200);
    const token = await made(database(), "--name", "ci", "--scope", "read", "--expires", "1d");
    await heeded(service, token, 200);
    const id = token.slice(4, 16);
    expect(await tokens(database(), "revoke", id)).toEqual({
      exitCode: 0,
      stdout: `${id} is revoked: running services refuse it within two seconds.\n`,
      stderr: "",
    });
    await heeded(service, token, 401);
    expect(await statusWith(service, "of-the-environment")).toBe(200);
  });

  it("a service whose tokens are all over goes on", async () => {
    const token = await made(database(), "--name", "only");
    // Whoever finds a token has the whole of it.
    expect((await tokens(database(), "revoke", token)).exitCode).toBe(0);
    expect(await statusWith(await start(database()), token)).toBe(401);
  });

  it("the list tells what tokens may, and when they were used, and no secret", async () => {
    const token = await made(
      database(),
      ...["--name", "the \u201cbuild\u201d", "--scope", "targets, SUBMIT", "--expires", "90d"],
      ...["--repo", "acme/shop,git.example.com/Acme/Shop"],
    );
    const service = await start(database());
    const answer = await fetch(`${service.apiUrl}/getQueue`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-token": token },
      body: JSON.stringify({
        repo: { host: "github.com", owner: "acme", name: "shop" },
        targetBranch: "main",
      }),
    });
    expect(answer.status).toBe(403);
    await service.stop();
    services = [];
    const { stdout } = await tokens(database(), "list", "--json");
    expect(stdout).not.toContain(token.slice(16, 59));
    expect(JSON.parse(stdout)).toEqual({
      command: "tokens list",
      exitCode: 0,
      tokens: [
        {
          id: token.slice(4, 16),
          name: "the \u201cbuild\u201d",
          state: "active",
          scopes: ["targets", "submit"],
          repositories: ["github.com/acme/shop", "git.example.com/acme/shop"],
          createdAt: expect.any(String),
          expiresAt: expect.any(String),
          revokedAt: null,
          lastUsedAt: expect.any(String),
        },
      ],
    });
    expect((await tokens(database(), "list")).stdout).toMatch(
      /^\w{12} {2}the \u201cbuild\u201d: active; may targets, submit in github\.com\/acme\/shop, git\.example\.com\/acme\/shop; expires \S+Z; last used \S+Z\n$/,
    );
  });

  it.each([
    [["create", "--name", ""], "--name: expected 1 to 100 visible characters"],
    [["create", "--name", "a\u001b[2J"], "--name: expected 1 to 100 visible characters"],
    [
      ["create", "--name", "a", "--scope", "write"],
      '--scope: "write" is none of read, targets, submit, priority, admin',
    ],
    [
      ["create", "--name", "a", "--scope", ""],
      '--scope: "" is none of read, targets, submit, priority, admin',
    ],
    [["create", "--name", "a", "--repo", "shop"], '--repo: "shop" is not owner/name or host/owner/name'],
    [
      ["create", "--name", "a", "--repo", "h/o/n/x"],
      '--repo: "h/o/n/x" is not owner/name or host/owner/name',
    ],
    [
      ["create", "--name", "a", "--expires", "soon"],
      '--expires: "soon" is not a duration such as 12h or 90d, or never',
    ],
    [
      ["create", "--name", "a", "--expires", "4000d"],
      '--expires: "4000d" is not a duration such as 12h or 90d, or never',
    ],
    [["revoke", "../x"], "expected an id as `tokens list` shows it"],
  ])("wrong use is told: %j", async (words, message) => {
    const command = `tokens ${String(words[0])}`;
    expect(await tokens(database(), ...words)).toEqual({
      exitCode: 2,
      stdout: "",
      stderr: `merge-queue ${command}: ${message}\n`,
    });
    const { stdout } = await tokens(database(), ...words, "--json");
    expect(JSON.parse(stdout)).toEqual({ command, exitCode: 2, message, error: "wrong-use" });
  });

  it("a database that is none is told, without its password, and is not made by a look", async () => {
    const nowhere = await tokens(database(), "list");
    expect(nowhere).toMatchObject({ exitCode: 1, stdout: "" });
    expect(nowhere.stderr).toContain("there is no file ");
  });

  it.each([
    ["mysql://db/PASSW0RD", "its value is not sqlite:PATH or postgres://"],
    ["postgres://me:PASSW0RD@db/queue", "contains a password, and other users can read arguments"],
    [
      "postgres://db/queue?user=me&password=PASSW0RD",
      "contains a password, and other users can read arguments",
    ],
  ])("the database %s is no argument", async (url, problem) => {
    const words = ["tokens", "list", "--database", url];
    const { exitCode, stdout, stderr } = await callCommand(words, { environment: {} });
    expect([exitCode, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(`merge-queue tokens list: --database: ${problem}`);
    expect(stderr).not.toContain("PASSW0RD");
  });

  it("the database may be an argument, and is else where the service has it", async () => {
    const words = ["tokens", "create", "--name", "a", "--database", database()];
    expect((await callCommand(words, { environment: {} })).stdout).toMatch(TOKEN);
    const data = join(folder, "data");
    const here = { environment: { MERGE_QUEUE_DATA: data } };
    expect((await callCommand(["tokens", "create", "--name", "b"], here)).stdout).toMatch(TOKEN);
    expect((await tokens(`sqlite:${join(data, "merge-queue.sqlite")}`, "list")).stdout).toMatch(
      / {2}b: active/,
    );
    expect((await tokens(database(), "list")).stdout).toMatch(/ {2}a: active/);
  });

  it.each(["create", "list", "revoke"])("%s says that the database cannot be reached now", async (name) => {
    const more = { create: ["--name", "a"], list: [], revoke: ["AAAAAAAAAAAA"] }[name] ?? [];
    const call = await tokens("postgres://127.0.0.1:1/queue", name, ...more, "--json");
    expect(call).toMatchObject({ exitCode: 3, stderr: "" });
    expect(JSON.parse(call.stdout)).toEqual({
      command: `tokens ${name}`,
      exitCode: 3,
      message: expect.stringContaining("check that it runs"),
      error: "unreachable",
    });
  });

  it("a token that is not there cannot be revoked", async () => {
    await made(database(), "--name", "a");
    expect(await tokens(database(), "revoke", "AAAAAAAAAAAA")).toEqual({
      exitCode: 1,
      stdout: "",
      stderr: "there is no token with the id AAAAAAAAAAAA\n",
    });
  });
});

describe("with Postgres", () => {
  let shared: TestDatabase;
  beforeAll(async () => {
    shared = await emptyDatabase();
  });
  afterAll(() => shared.drop());

  it("every replica heeds a new token, and its end", async () => {
    const first = await made(shared.url, "--name", "first");
    const replicas = [await start(shared.url), await start(shared.url)];
    for (const replica of replicas) expect(await statusWith(replica, first)).toBe(200);
    const second = await made(shared.url, "--name", "second");
    for (const replica of replicas) await heeded(replica, second, 200);
    expect((await tokens(shared.url, "revoke", second.slice(4, 16))).exitCode).toBe(0);
    await Promise.all(replicas.map(async (replica) => heeded(replica, second, 401)));
    for (const replica of replicas) expect(await statusWith(replica, first)).toBe(200);
  });
});
