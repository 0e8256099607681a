/**
 * A Postgres server for tests: the one that MERGE_QUEUE_TEST_DATABASE_URL names, or one of our own per test process,
 * which ends with the process, however that ends. Each test gets a database of its own.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface, type Interface } from "node:readline";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { openPostgresStore } from "../../src/service/store/postgres/open-postgres-store.js";

const KEEPER = join(dirname(fileURLToPath(import.meta.url)), "postgres-keeper.mjs");

const NAMED = process.env["MERGE_QUEUE_TEST_DATABASE_URL"] ?? "";
const NOTES = {
  server: join(tmpdir(), `merge-queue-postgres-of-${process.pid}`),
  template: join(tmpdir(), `merge-queue-postgres-template-of-${process.pid}`),
};

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** A server that a test may stop and start. */
export interface PostgresServer {
  readonly url: string;
  /** At once, as when the machine goes down. */
  stop(): Promise<void>;
  start(): Promise<void>;
  end(): Promise<void>;
}

/** A store of this version with nothing in it; faster than migrating an empty database. */
export async function migratedDatabase(): Promise<TestDatabase> {
  const server = await sharedServer();
  return createDatabase(server, await sharedTemplate(server));
}

export async function emptyDatabase(): Promise<TestDatabase> {
  return createDatabase(await sharedServer(), null);
}

export async function emptyDatabaseOn(serverUrl: string): Promise<TestDatabase> {
  return createDatabase(serverUrl, null);
}

/** One statement, as the owner of the server. */
export async function onPostgres(
  url: string,
  statement: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

export function withDatabase(url: string, database: string): string {
  const of = new URL(url);
  of.pathname = `/${database}`;
  return of.href;
}

export async function startPostgres(): Promise<PostgresServer> {
  const { keeper, lines, url } = await startKeeper();
  const answers = lines[Symbol.asyncIterator]();
  const tell = async (order: "stop" | "start"): Promise<void> => {
    keeper.stdin?.write(`${order}\n`);
    if ((await answers.next()).done === true) throw new Error(`the Postgres server did not ${order}`);
  };
  return {
    url,
    stop: () => tell("stop"),
    start: () => tell("start"),
    end: async () => {
      const gone = new Promise((resolve) => keeper.once("exit", resolve));
      keeper.stdin?.end();
      await gone;
    },
  };
}

let template: Promise<string> | undefined;

/** On a server of our own the test files of a process share it. */
async function sharedTemplate(server: string): Promise<string> {
  if (NAMED !== "") return (template ??= makeTemplate(server));
  const { template: note } = NOTES;
  if (existsSync(note)) return readFileSync(note, "utf8");
  template ??= makeTemplate(server);
  writeFileSync(note, await template, { mode: 0o600 });
  return template;
}

async function makeTemplate(server: string): Promise<string> {
  const { url } = await createDatabase(server, null);
  const { store } = await openPostgresStore({ url, engine: "template" });
  await store.close();
  return new URL(url).pathname.slice(1);
}

async function createDatabase(server: string, from: string | null): Promise<TestDatabase> {
  const name = `merge_queue_test_${randomUUID().replaceAll("-", "")}`;
  const copied = from === null ? "" : ` template ${from} strategy file_copy`;
  await onPostgres(server, `create database ${name}${copied}`);
  return {
    url: withDatabase(server, name),
    drop: async () => {
      await onPostgres(server, `drop database if exists ${name} with (force)`);
    },
  };
}

/** Every test file has modules of its own: where the server of the process is, is told by a file. */
async function sharedServer(): Promise<string> {
  if (NAMED !== "") return NAMED;
  const { server: note } = NOTES;
  if (existsSync(note)) {
    const url = readFileSync(note, "utf8");
    // An earlier process of this number may have left it.
    if (await answers(url)) return url;
  }
  rmSync(NOTES.template, { force: true });
  const { keeper, lines, url } = await startKeeper(Object.values(NOTES));
  lines.close();
  for (const stream of [keeper.stdin, keeper.stdout]) if (stream instanceof Socket) stream.unref();
  keeper.unref();
  writeFileSync(note, url, { mode: 0o600 });
  return url;
}

async function answers(url: string): Promise<boolean> {
  try {
    await onPostgres(url, "select 1");
    return true;
  } catch {
    return false;
  }
}

interface Keeper {
  readonly keeper: ChildProcess;
  readonly lines: Interface;
  readonly url: string;
}

/** The keeper takes the notes away when it ends. */
async function startKeeper(notes: readonly string[] = []): Promise<Keeper> {
  const keeper = spawn(process.execPath, [KEEPER, ...notes], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: keeper.stdout });
  const url = await new Promise<string>((resolve, reject) => {
    lines.once("line", (line) => resolve(urlIn(line)));
    keeper.once("exit", () => reject(new Error("no Postgres server could be started for the tests")));
  });
  return { keeper, lines, url };
}

function urlIn(line: string): string {
  const said: unknown = JSON.parse(line);
  if (typeof said === "object" && said !== null && "url" in said) return String(said.url);
  throw new Error(`the keeper of the Postgres server said ${line}`);
}
