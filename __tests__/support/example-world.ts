/**
 * Where examples run: the service as a process of its own, a real repository with a build and pull requests, and
 * a client that sees what became of it all.
 */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { ServiceProcess } from "../../src/cli/demo/service-process.js";
import { MergeQueueClient } from "../../src/client/client.js";
import { isFinalState } from "../../src/contract/states.js";
import type { CommitId } from "../../src/domain/ids.js";
import { type FileChange, GitRepository } from "./git-repository.js";
import type { PullRequestOnForge, WorkflowEvent } from "./workflow-event.js";
import { type JobRun, runWorkflow, type WorkflowCall } from "./workflow-runner.js";

const TOKEN = "a-token-for-the-examples";
const ASK_EVERY_MS = 50;
const PATIENCE_MS = 30_000;
/** On GitHub itself, and as an Enterprise Server. */
const HOSTS = ["github.com", "github.corp.example"] as const;
type Host = (typeof HOSTS)[number];

const BASE_FILES = {
  "package.json": '{ "private": true, "scripts": { "build": "node build.mjs" } }\n',
  "build.mjs": 'console.log("the shop is built");\n',
  "test.sh": "exit 0\n",
  "cart/cart.mjs": "export const cart = [];\n",
  "price/price.mjs": "export const price = 1;\n",
};

export class ExampleWorld {
  readonly #folder: string;
  readonly #repository: GitRepository;
  readonly #service: ServiceProcess;
  readonly #base: CommitId;
  readonly client: MergeQueueClient;

  private constructor(folder: string, repository: GitRepository, service: ServiceProcess, base: CommitId) {
    this.#folder = folder;
    this.#repository = repository;
    this.#service = service;
    this.#base = base;
    this.client = new MergeQueueClient({
      apiUrl: service.apiUrl,
      credential: { kind: "token", token: TOKEN },
      userAgent: "example-tests",
    });
  }

  /** One service, which knows the repository under both hosts, with a queue for each `main`. */
  static async start(): Promise<ExampleWorld> {
    const folder = await mkdtemp(join(tmpdir(), "merge-queue-examples-"));
    const repository = await GitRepository.create();
    const base = await repository.commit({ files: BASE_FILES, refs: ["refs/heads/main"] });
    const service = await ServiceProcess.start({
      folder,
      environment: {
        PATH: process.env["PATH"] ?? "",
        HOME: folder,
        MERGE_QUEUE_API_TOKEN: TOKEN,
        MERGE_QUEUE_DATA: join(folder, "data"),
        MERGE_QUEUE_REPOSITORIES: HOSTS.map((host) => `${host}/acme/shop=${repository.folder}`).join(),
        MERGE_QUEUE_TEST_COMMAND: "sh test.sh",
        MERGE_QUEUE_POLL_INTERVAL: "500ms",
      },
      onRestart: () => undefined,
    });
    const world = new ExampleWorld(folder, repository, service, base);
    await mkdir(world.artifacts);
    for (const host of HOSTS) await world.client.createQueue({ ...queueOn(host), concurrency: 1 });
    return world;
  }

  get artifacts(): string {
    return join(this.#folder, "artifacts");
  }

  async stop(): Promise<void> {
    await this.#service.stop();
    await this.#repository.remove();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Its head, and the merge commit that GitHub keeps for every pull request. */
  async pullRequest(
    number: number,
    files: Readonly<Record<string, FileChange>>,
    more: Pick<PullRequestOnForge, "labels" | "from"> = {},
  ): Promise<PullRequestOnForge> {
    const head = { parents: [this.#base], files, refs: [`refs/pull/${number}/head`] };
    const merge = { parents: [this.#base, 0], files, refs: [`refs/pull/${number}/merge`] };
    const [headSha] = await this.#repository.commits([head, merge]);
    if (headSha === undefined) throw new Error("git made no commit");
    return { number, headSha, ...more };
  }

  /** Whatever ran must have been granted exactly what it needed. */
  async run(
    path: string,
    event: WorkflowEvent,
    more: Partial<Pick<WorkflowCall, "runId" | "secrets" | "serverUrl">> = {},
  ): Promise<JobRun> {
    const [job, ...others] = await runWorkflow({
      file: path,
      event,
      runId: "4242",
      serverUrl: "https://github.com",
      secrets: { MERGE_QUEUE_API_TOKEN: TOKEN },
      vars: { MERGE_QUEUE_API_URL: this.#service.apiUrl },
      repository: this.#repository.folder,
      artifacts: this.artifacts,
      ...more,
    });
    if (job === undefined || others.length > 0) throw new Error(`${path} has not one job`);
    return job;
  }

  async submit(number: number): Promise<void> {
    await this.client.submitPullRequest({ ...queueOn("github.com"), pr: { number } });
  }

  async setQueueState(state: "RUNNING" | "PAUSED", host: Host = "github.com"): Promise<void> {
    await this.client.updateQueue({ ...queueOn(host), state });
  }

  async queueState(): Promise<string> {
    return (await this.client.getQueue(queueOn("github.com"))).value.state;
  }

  /** What the service knows of a pull request that was submitted. */
  async submitted(number: number, host: Host = "github.com") {
    return (await this.client.getSubmittedPullRequest({ ...queueOn(host), pr: { number } })).value;
  }

  /** Numbers in the order in which the queue considers them. */
  async enqueued(host: Host = "github.com"): Promise<readonly (number | undefined)[]> {
    const { value } = await this.client.getQueue(queueOn(host));
    return value.enqueuedPullRequests.map(({ prNumber }) => prNumber);
  }

  async untilState(number: number, wanted: string): Promise<void> {
    const givenUpAt = Date.now() + PATIENCE_MS;
    for (;;) {
      const { state, stateReasonText } = await this.submitted(number);
      if (state === wanted) return;
      if (isFinalState(state ?? "") || Date.now() > givenUpAt) {
        throw new Error(
          `#${number} is ${state ?? "nowhere"}, not ${wanted}: ${stateReasonText ?? "no reason"}`,
        );
      }
      await wait(ASK_EVERY_MS);
    }
  }

  /** Paths of the files in the newest commit of the target branch. */
  async landedFiles(): Promise<readonly string[]> {
    return Object.keys(await this.#repository.files("refs/heads/main"));
  }
}

function queueOn(host: Host) {
  return { repo: { host, owner: "acme", name: "shop" }, targetBranch: "main" };
}
