/**
 * Where examples run: the service as a process of its own, a real repository with a build and pull requests, and
 * a client that sees what became of it all.
 */
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { MergeQueueClient } from "../../src/client/client.js";
import { MergeQueueError } from "../../src/client/errors.js";
import { isFinalState } from "../../src/contract/states.js";
import type { FileChange } from "./git-repository.js";
import { ServiceOnRepository } from "./service-on-repository.js";
import type { PullRequestOnForge, WorkflowEvent } from "./workflow-event.js";
import { type JobRun, runWorkflow, type WorkflowCall } from "./workflow-runner.js";

const TOKEN = "a-token-for-the-examples";
const ASK_EVERY_MS = 50;
const PATIENCE_MS = 30_000;
/** On GitHub itself, and as an Enterprise Server. */
const HOSTS = ["github.com", "github.corp.example"] as const;
type Host = (typeof HOSTS)[number];

const BASE_FILES = {
  "package.json":
    '{ "private": true, "workspaces": ["cart", "price"], "scripts": { "build": "node build.mjs" } }\n',
  "build.mjs": 'console.log("the shop is built");\n',
  "test.sh": "exit 0\n",
  "cart/package.json": '{ "name": "cart", "dependencies": { "price": "*" } }\n',
  "price/package.json": '{ "name": "price" }\n',
  "cart/cart.mjs": "export const cart = [];\n",
  "price/price.mjs": "export const price = 1;\n",
};

export class ExampleWorld {
  readonly #service: ServiceOnRepository;

  private constructor(service: ServiceOnRepository) {
    this.#service = service;
  }

  /** One service, which knows the repository under both hosts. */
  static async start(): Promise<ExampleWorld> {
    const service = await ServiceOnRepository.start({
      token: TOKEN,
      files: BASE_FILES,
      names: HOSTS.map((host) => `${host}/acme/shop`),
      settings: () => ({ MERGE_QUEUE_TEST_COMMAND: "sh test.sh", MERGE_QUEUE_POLL_INTERVAL: "30s" }),
    });
    return new ExampleWorld(service);
  }

  /** As on the first day: `main` at its first commit with a new queue on each host, and neither pull requests nor artifacts. */
  async begin(): Promise<void> {
    for (const host of HOSTS) await this.#deleteQueue(host);
    const { repository, base } = this.#service;
    const pulls = (await repository.refs()).filter((ref) => ref.startsWith("refs/pull/"));
    for (const ref of pulls) await repository.setRef(ref, null);
    await repository.setRef("refs/heads/main", base);
    await rm(this.artifacts, { recursive: true, force: true });
    await mkdir(this.artifacts);
    for (const host of HOSTS) await this.client.createQueue({ ...queueOn(host), concurrency: 1 });
  }

  async #deleteQueue(host: Host): Promise<void> {
    try {
      for (const number of await this.enqueued(host)) {
        if (number !== undefined) await this.client.cancelPullRequest({ ...queueOn(host), pr: { number } });
      }
      await this.client.deleteQueue(queueOn(host));
    } catch (error) {
      if (!(error instanceof MergeQueueError) || error.status !== 404) throw error;
    }
  }

  get client(): MergeQueueClient {
    return this.#service.client;
  }

  get artifacts(): string {
    return join(this.#service.folder, "artifacts");
  }

  async stop(): Promise<void> {
    await this.#service.stop();
  }

  /** Its head, and the merge commit that GitHub keeps for every pull request. */
  async pullRequest(
    number: number,
    files: Readonly<Record<string, FileChange>>,
    more: Pick<PullRequestOnForge, "labels" | "from"> = {},
  ): Promise<PullRequestOnForge> {
    const head = { parents: [this.#service.base], files, refs: [`refs/pull/${number}/head`] };
    const merge = { parents: [this.#service.base, 0], files, refs: [`refs/pull/${number}/merge`] };
    const [headSha] = await this.#service.repository.commits([head, merge]);
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
      vars: { MERGE_QUEUE_API_URL: this.#service.process.apiUrl },
      repository: this.#service.repository.folder,
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
    return (value.enqueuedPullRequests ?? []).map(({ prNumber }) => prNumber);
  }

  async untilState(number: number, wanted: string): Promise<void> {
    const givenUpAt = Date.now() + PATIENCE_MS;
    for (;;) {
      const { state, stateReasonText } = await this.submitted(number);
      if (state === wanted) return;
      if (isFinalState(state) || Date.now() > givenUpAt) {
        throw new Error(`#${number} is ${state}, not ${wanted}: ${stateReasonText ?? "no reason"}`);
      }
      await wait(ASK_EVERY_MS);
    }
  }

  /** Paths of the files in the newest commit of the target branch. */
  async landedFiles(): Promise<readonly string[]> {
    return Object.keys(await this.#service.repository.files("refs/heads/main"));
  }
}

function queueOn(host: Host) {
  return { repo: { host, owner: "acme", name: "shop" }, targetBranch: "main" };
}
