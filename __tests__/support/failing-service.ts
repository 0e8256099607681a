/** A served store that a test lets fail, and everything that the service answers meanwhile. */
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CommitId } from "../../src/domain/ids.js";
import { GitRepository } from "./git-repository.js";
import { isJsonObject } from "./json-object.js";
import { ServeProcess } from "./serve-process.js";
import { until } from "./until.js";

const TOKEN = "mq_the-token-of-a-failing-store";
const ON_MAIN = { repo: { host: "github.com", owner: "acme", name: "shop" }, targetBranch: "main" };

export interface Answer {
  readonly path: string;
  readonly status: number;
  readonly retryAfter: string | null;
  readonly body: unknown;
}

/** Several test runs, one after the other, by a service that has just come back to itself. */
const MERGE_PATIENCE_MS = 100_000;

export class FailingService {
  readonly #folder: string;
  readonly #origin: GitRepository;
  readonly #base: CommitId;
  readonly #process: ServeProcess;
  readonly #address: string;
  #made = 0;

  private constructor(
    folder: string,
    origin: GitRepository,
    base: CommitId,
    serving: ServeProcess,
    address: string,
  ) {
    this.#folder = folder;
    this.#origin = origin;
    this.#base = base;
    this.#process = serving;
    this.#address = address;
  }

  static async start(
    settings: (folder: string) => Readonly<Record<string, string>>,
    nodeOptions: readonly string[] = [],
  ): Promise<FailingService> {
    const folder = await mkdtemp(join(tmpdir(), "merge-queue-failing-"));
    const origin = await GitRepository.create();
    const base = await origin.commit({ files: { "README.md": "Shop\n" }, refs: ["refs/heads/main"] });
    const environment = {
      MERGE_QUEUE_LISTEN: "127.0.0.1:0",
      MERGE_QUEUE_API_TOKEN: TOKEN,
      MERGE_QUEUE_DATA: join(folder, "data"),
      MERGE_QUEUE_REPOSITORIES: `github.com/acme/shop=${origin.folder}`,
      MERGE_QUEUE_POLL_INTERVAL: "500ms",
      MERGE_QUEUE_TEST_COMMAND: `: >"${folder}/begun-$MERGE_QUEUE_PULL_REQUESTS-$$"; while test -e "${folder}/hold-$MERGE_QUEUE_PULL_REQUESTS"; do sleep 0.1; done`,
      ...settings(folder),
    };
    const serving = new ServeProcess({ folder, environment, nodeOptions });
    const said = await serving.says(/serves http:\/\/127\.0\.0\.1:\d+\/v1\n/);
    const address = /serves (http:\/\/127\.0\.0\.1:\d+)/.exec(said)?.[1] ?? "";
    const service = new FailingService(folder, origin, base, serving, address);
    await service.call("createQueue", { concurrency: 4 });
    return service;
  }

  async stop(): Promise<void> {
    await this.#process.kill();
    await this.#origin.remove();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** A new pull request; with `isHeld`, its tests last until it is let go. */
  async open(isHeld = false): Promise<number> {
    const number = ++this.#made;
    await this.#origin.commit({
      parents: [this.#base],
      files: { [`change-${number}.txt`]: "changed\n" },
      message: `Change ${number}\n`,
      refs: [`refs/pull/${number}/head`],
    });
    if (isHeld) await writeFile(this.#holdOf(number), "");
    return number;
  }

  async letGo(number: number): Promise<void> {
    await rm(this.#holdOf(number));
  }

  async call(endpoint: string, more: object = {}): Promise<Answer> {
    return this.#ask(`/v1/${endpoint}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-token": TOKEN },
      body: JSON.stringify({ ...ON_MAIN, ...more }),
    });
  }

  async submit(number: number): Promise<Answer> {
    return this.call("submitPullRequest", { pr: { number } });
  }

  async readiness(): Promise<Answer> {
    return this.#ask("/readyz");
  }

  async untilReadiness(status: number): Promise<Answer> {
    await until(
      async () => (await this.readiness()).status === status,
      async () => this.readiness(),
    );
    return this.readiness();
  }

  /** How often the tests of a pull request began. */
  async begun(number: number): Promise<number> {
    return (await readdir(this.#folder)).filter((name) => name.startsWith(`begun-${number}-`)).length;
  }

  async untilMerged(numbers: readonly number[]): Promise<void> {
    const states = async () =>
      Promise.all(
        numbers.map(async (number) => {
          const { body } = await this.call("getSubmittedPullRequest", { pr: { number } });
          return isJsonObject(body) ? body["state"] : null;
        }),
      );
    await until(async () => (await states()).every((state) => state === "MERGED"), states, MERGE_PATIENCE_MS);
  }

  /** What is on the branch, by the subjects of its commits. */
  async landed(): Promise<readonly string[]> {
    const log = await this.#origin.git("log", "--first-parent", "--format=%s", "main");
    return log.split("\n").filter((subject) => subject.startsWith("Change "));
  }

  async #ask(path: string, init?: RequestInit): Promise<Answer> {
    const response = await fetch(`${this.#address}${path}`, init);
    const text = await response.text();
    const retryAfter = response.headers.get("retry-after");
    return { path, status: response.status, retryAfter, body: text === "" ? null : JSON.parse(text) };
  }

  #holdOf(number: number): string {
    return join(this.#folder, `hold-${number}`);
  }
}
