/** Several replicas of the service, each a process as an operator runs it, on one Postgres and one real repository. */
import { type ChildProcess, spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { MergeQueueClient } from "../../src/client/client.js";
import type { CommitId } from "../../src/domain/ids.js";
import { GitRepository } from "./git-repository.js";
import { migratedDatabase, onPostgres, type TestDatabase } from "./postgres-server.js";
import { freePort } from "./serve-process.js";
import { until } from "./until.js";

export const REPOSITORY = { host: "github.com", owner: "acme", name: "shop" };
const PROGRAM = fileURLToPath(new URL("../../bin/merge-queue.js", import.meta.url));
const MOVED_CLOCK = new URL("moved-clock.mjs", import.meta.url).href;
export const TOKEN = "mq_the-token-of-all-replicas";

export interface Replica {
  readonly name: string;
  readonly client: MergeQueueClient;
  readonly url: string;
  readonly process: ChildProcess;
  readonly exited: Promise<number | null>;
}

/** What all of them have. */
type Common = Pick<Replicas, "folder" | "origin" | "database" | "base"> & {
  readonly settings: Readonly<Record<string, string>>;
};

export class Replicas {
  readonly folder: string;
  readonly origin: GitRepository;
  readonly database: TestDatabase;
  readonly base: CommitId;
  readonly all: Replica[] = [];
  readonly #settings: Readonly<Record<string, string>>;

  private constructor({ folder, origin, database, base, settings }: Common) {
    this.folder = folder;
    this.origin = origin;
    this.database = database;
    this.base = base;
    this.#settings = settings;
  }

  /** `settings` are theirs beyond those that replicas need. */
  static async start(count: number, settings: Readonly<Record<string, string>> = {}): Promise<Replicas> {
    const folder = await mkdtemp(join(tmpdir(), "merge-queue-replicas-"));
    const origin = await GitRepository.create();
    const base = await origin.commit({
      files: { "README.md": "Shop\n" },
      message: "Shop\n",
      refs: ["refs/heads/main"],
    });
    const replicas = new Replicas({ folder, origin, database: await migratedDatabase(), base, settings });
    const names = Array.from({ length: count }, (_, index) => `replica-${index + 1}`);
    await Promise.all(names.map(async (name) => replicas.add(name)));
    return replicas;
  }

  async close(): Promise<void> {
    for (const { process: child } of this.all) {
      child.kill("SIGCONT");
      child.kill("SIGKILL");
    }
    await Promise.all(this.all.map(async ({ exited }) => exited));
    await this.database.drop();
    await this.origin.remove();
    await rm(this.folder, { recursive: true, force: true });
  }

  get serving(): readonly Replica[] {
    return this.all.filter(({ process: child }) => child.exitCode === null && child.signalCode === null);
  }

  named(name: string): Replica {
    const found = this.all.find((replica) => replica.name === name);
    if (found === undefined) throw new Error(`there is no ${name}`);
    return found;
  }

  /** A new pull request of one commit; with `isHeld`, its tests last until it is let go. */
  async open(number: number, isHeld = false): Promise<void> {
    await this.origin.commit({
      parents: [this.base],
      files: { [`change-${number}.txt`]: "changed\n" },
      message: `Change ${number}\n`,
      refs: [`refs/pull/${number}/head`],
    });
    if (isHeld) await writeFile(this.#holdOf(number), "");
  }

  async letGo(number: number): Promise<void> {
    await rm(this.#holdOf(number));
  }

  async submit(replica: Replica, number: number): Promise<void> {
    await replica.client.submitPullRequest({ repo: REPOSITORY, targetBranch: "main", pr: { number } });
  }

  async state(replica: Replica, number: number): Promise<string> {
    return (await this.#submitted(replica, number)).state;
  }

  async untilMerged(replica: Replica, numbers: readonly number[], patienceMs?: number): Promise<void> {
    const all = async () => Promise.all(numbers.map(async (number) => this.#submitted(replica, number)));
    const allMerged = async () => (await all()).every(({ state }) => state.toUpperCase() === "MERGED");
    await until(allMerged, all, patienceMs);
  }

  async #submitted(replica: Replica, number: number) {
    const request = { repo: REPOSITORY, targetBranch: "main", pr: { number } };
    return (await replica.client.getSubmittedPullRequest(request)).value;
  }

  /** Which replica runs the tests that are under way; null: none does. */
  async tester(): Promise<Replica | null> {
    const rows = await onPostgres(
      this.database.url,
      "select url from posted_runs where progress = 'underWay'",
    );
    return this.all.find(({ name }) => JSON.stringify(rows).includes(`/${name}/`)) ?? null;
  }

  async untilTester(
    isRight: (replica: Replica) => boolean = () => true,
    patienceMs?: number,
  ): Promise<Replica> {
    const found: Replica[] = [];
    await until(
      async () => {
        const tester = await this.tester();
        if (tester !== null && isRight(tester)) found.push(tester);
        return found.length > 0;
      },
      () => "nobody tests",
      patienceMs,
    );
    const [tester] = found;
    if (tester === undefined) throw new Error("nobody tests");
    return tester;
  }

  /** When tests of the pull request began, wherever they did, as they wrote it down themselves: milliseconds since 1970. */
  async begun(number: number): Promise<readonly number[]> {
    const paths = (await readdir(this.folder)).map((name) => join(this.folder, name));
    const begun = paths.filter((path) => path.startsWith(this.#begunOf(number)));
    return (await Promise.all(begun.map(async (path) => (await stat(path)).mtimeMs))).sort((a, b) => a - b);
  }

  /** How often each change is on the branch, by the subjects of its commits. */
  async landed(): Promise<readonly string[]> {
    const log = await this.origin.git("log", "--first-parent", "--format=%s", "main");
    return log
      .split("\n")
      .filter((subject) => subject.startsWith("Change "))
      .sort((a, b) => Number(a.split(" ")[1]) - Number(b.split(" ")[1]));
  }

  async leftovers(): Promise<readonly unknown[]> {
    const branches = (await this.origin.refs()).filter((ref) => ref.startsWith("refs/heads/mq-merge/"));
    const runs = await onPostgres(this.database.url, "select progress, url from posted_runs");
    const orders = await onPostgres(this.database.url, "select json from effects where done = 0");
    return [...branches, ...runs, ...orders];
  }

  /** What Node said of the replicas' use of their libraries. */
  async warnings(): Promise<readonly string[]> {
    const logs = this.all.map(async ({ name }) => readFile(join(this.folder, `${name}.log`), "utf8"));
    const lines = (await Promise.all(logs)).join("\n").split("\n");
    return lines.filter((line) => line.includes("Warning:"));
  }

  /** On a machine whose time of day is ahead by so much. Settings of its own; an undefined one is left out. */
  async add(
    name: string,
    clockAheadMs = 0,
    settings: Readonly<Record<string, string | undefined>> = {},
  ): Promise<Replica> {
    const data = join(this.folder, name);
    await mkdir(data);
    const clock = join(data, "clock-ahead-ms");
    await writeFile(clock, String(clockAheadMs));
    const port = await freePort();
    const log = createWriteStream(join(this.folder, `${name}.log`));
    const child = spawn(process.execPath, ["--import", MOVED_CLOCK, PROGRAM, "serve"], {
      cwd: data,
      env: {
        PATH: process.env["PATH"] ?? "",
        HOME: data,
        CLOCK_AHEAD_FILE: clock,
        MERGE_QUEUE_API_TOKEN: TOKEN,
        MERGE_QUEUE_DATA: data,
        MERGE_QUEUE_DATABASE_URL: this.database.url,
        MERGE_QUEUE_LISTEN: `127.0.0.1:${port}`,
        MERGE_QUEUE_POLL_INTERVAL: "1s",
        MERGE_QUEUE_REPOSITORIES: `github.com/acme/shop=${this.origin.folder}`,
        MERGE_QUEUE_TEST_COMMAND: `: >"${this.#begunOf("$MERGE_QUEUE_PULL_REQUESTS")}$$"; while test -e "${this.#holdOf("$MERGE_QUEUE_PULL_REQUESTS")}"; do sleep 0.1; done`,
        ...this.#settings,
        ...settings,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.stderr.pipe(log, { end: false });
    const exited = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
    await new Promise<void>((resolve, reject) => {
      child.once("exit", () => reject(new Error(`${name} did not start, see ${this.folder}/${name}.log`)));
      child.stdout.on("data", (chunk: Buffer) => {
        log.write(chunk);
        if (chunk.toString().includes("merge-queue serves")) resolve();
      });
    });
    const apiUrl = `http://127.0.0.1:${port}/v1`;
    const credential = { kind: "token", token: TOKEN } as const;
    const client = new MergeQueueClient({ apiUrl, credential, userAgent: "merge-queue/test" });
    const replica = { name, client, process: child, exited, url: `http://127.0.0.1:${port}` };
    this.all.push(replica);
    return replica;
  }

  #begunOf(number: number | string): string {
    return join(this.folder, `begun-${number}-`);
  }

  #holdOf(number: number | string): string {
    return join(this.folder, `hold-${number}`);
  }
}
