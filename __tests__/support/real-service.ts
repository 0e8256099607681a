/**
 * The service as an operator runs it, on a real repository. Queues and pull requests are made as tests ask for
 * them, each test has its own, and the tests of a pull request last until their verdict is given.
 */
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ServiceProcess } from "../../src/cli/demo/service-process.js";
import { MergeQueueClient } from "../../src/client/client.js";
import { endpoints, type ReadReplyOf, type RequestOf } from "../../src/contract/endpoints.js";
import type { CommitId } from "../../src/domain/ids.js";
import { GitRepository } from "./git-repository.js";

export const TOKEN = "mq_the-token-of-a-real-service";
const REPOSITORY = { host: "github.com", owner: "acme", name: "shop" };
const LOOK_EVERY_MS = 20;
const PATIENCE_MS = 20_000;

type Verdict = "pass" | "fail";

export interface RealPullRequest {
  readonly number: number;
  readonly headSha: CommitId;
  readonly targetBranch: string;
}

export class RealService {
  readonly repository: GitRepository;
  /** For what a test arranges and looks up; the action is not asked about itself. */
  readonly client: MergeQueueClient;
  readonly #folder: string;
  readonly #base: CommitId;
  readonly #process: ServiceProcess;
  readonly #restarts: () => number;
  #made = 0;

  private constructor(
    repository: GitRepository,
    folder: string,
    base: CommitId,
    service: ServiceProcess,
    restarts: () => number,
  ) {
    this.repository = repository;
    this.#folder = folder;
    this.#base = base;
    this.#process = service;
    this.#restarts = restarts;
    this.client = new MergeQueueClient({
      apiUrl: service.apiUrl,
      credential: { kind: "token", token: TOKEN },
      userAgent: "merge-queue/test",
    });
  }

  static async start(): Promise<RealService> {
    const folder = await mkdtemp(join(tmpdir(), "merge-queue-service-"));
    await mkdir(join(folder, "verdicts"));
    const repository = await GitRepository.create();
    const base = await repository.commit({ files: { "README.md": "Shop\n" }, refs: ["refs/heads/main"] });
    let restarts = 0;
    const service = await ServiceProcess.start({
      folder,
      environment: environmentOf(folder, repository),
      onRestart: () => restarts++,
    });
    return new RealService(repository, folder, base, service, () => restarts);
  }

  async stop(): Promise<void> {
    await this.#process.stop();
    await this.repository.remove();
    await rm(this.#folder, { recursive: true, force: true });
  }

  get apiUrl(): string {
    return this.#process.apiUrl;
  }

  /** Ends the process as a power cut does; resolves when the next one serves. */
  async crash(): Promise<void> {
    const before = this.#restarts();
    this.#process.kill();
    await until("the service is back", async () => Promise.resolve(this.#restarts() > before || null));
  }

  /** A branch that no queue protects yet. */
  async newBranch(): Promise<string> {
    const branch = `release/${++this.#made}`;
    await this.repository.setRef(`refs/heads/${branch}`, this.#base);
    return branch;
  }

  /** A branch with a queue. */
  async newQueue(settings: Partial<RequestOf<"updateQueue">> = {}): Promise<string> {
    const targetBranch = await this.newBranch();
    await this.client.createQueue({ repo: REPOSITORY, targetBranch });
    if (Object.keys(settings).length > 0) {
      await this.client.updateQueue({ repo: REPOSITORY, targetBranch, ...settings });
    }
    return targetBranch;
  }

  async newPullRequest(targetBranch: string): Promise<RealPullRequest> {
    const number = ++this.#made;
    const headSha = await this.repository.commit({
      parents: [this.#base],
      files: { [`change-${number}.txt`]: "changed\n" },
      message: `Change ${number}\n`,
      refs: [`refs/pull/${number}/head`],
    });
    return { number, headSha, targetBranch };
  }

  /** Submitted, and its tests have begun; they last until a verdict. */
  async newPullRequestUnderTest(targetBranch: string): Promise<RealPullRequest> {
    const pullRequest = await this.newPullRequest(targetBranch);
    await this.client.submitPullRequest(requestFor(pullRequest));
    await this.testRunOf(pullRequest);
    return pullRequest;
  }

  /** Ends the tests of the pull request, the present ones or those to come. */
  async decide({ number }: RealPullRequest, verdict: Verdict): Promise<void> {
    const path = join(this.#folder, "verdicts", String(number));
    await writeFile(`${path}.new`, verdict === "pass" ? "0" : "1");
    await rename(`${path}.new`, path);
  }

  async read(pullRequest: RealPullRequest): Promise<ReadReplyOf<"getSubmittedPullRequest">> {
    return (await this.client.getSubmittedPullRequest(requestFor(pullRequest))).value;
  }

  async queue(targetBranch: string): Promise<ReadReplyOf<"getQueue">> {
    return (await this.client.getQueue({ repo: REPOSITORY, targetBranch })).value;
  }

  /** Id of the run that tests the pull request, as soon as its test branch stands. */
  async testRunOf({ number }: RealPullRequest, otherThan = ""): Promise<string> {
    return until(`#${number} has a test branch`, async () => {
      const prefix = `refs/heads/mq-merge/pr-${number}/`;
      const branches = (await this.repository.refs()).filter((ref) => ref.startsWith(prefix));
      return branches.map((ref) => ref.slice(prefix.length)).find((id) => id !== otherThan) ?? null;
    });
  }

  /** What the service holds as the targets of everything on the run's branch; undefined for nothing uploaded. */
  async targetsUnderTest(targetBranch: string, testRunId: string): Promise<readonly string[] | undefined> {
    const request = { repo: REPOSITORY, targetBranch, testRunId };
    const response = await fetch(`${this.apiUrl}/getMergeQueueTestingDetails`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-token": TOKEN },
      body: JSON.stringify(request),
    });
    return endpoints.getMergeQueueTestingDetails.response.parse(await response.json()).impactedTargets;
  }

  /** The endpoints that were called meanwhile, as the service's own log has them. */
  async callsDuring(task: () => Promise<unknown>): Promise<readonly string[]> {
    const from = await this.#mark();
    await task();
    const to = await this.#mark();
    const log = await readFile(this.#process.logFile, "utf8");
    const lines = log.slice(log.indexOf(from), log.indexOf(to)).split("\n");
    return lines.flatMap((line) => /"path":"\/v1\/(\w+)".*"msg":"answered"/.exec(line)?.[1] ?? []);
  }

  /** A request that changes nothing and stands in the log; what was asked before it stands above. */
  async #mark(): Promise<string> {
    const path = `/mark-${++this.#made}`;
    await fetch(new URL(path, this.apiUrl));
    const mark = `"path":"${path}"`;
    return until(`${path} is in the log`, async () => {
      const log = await readFile(this.#process.logFile, "utf8");
      return log.includes(mark) ? mark : null;
    });
  }
}

function requestFor({ number, targetBranch }: RealPullRequest) {
  return { repo: REPOSITORY, targetBranch, pr: { number } };
}

function environmentOf(
  folder: string,
  { folder: repository }: GitRepository,
): Readonly<Record<string, string>> {
  const verdict = `${join(folder, "verdicts")}/$MERGE_QUEUE_PULL_REQUESTS`;
  return {
    PATH: process.env["PATH"] ?? "",
    HOME: folder,
    MERGE_QUEUE_API_TOKEN: TOKEN,
    MERGE_QUEUE_DATA: join(folder, "data"),
    MERGE_QUEUE_REPOSITORIES: `${REPOSITORY.host}/${REPOSITORY.owner}/${REPOSITORY.name}=${repository}`,
    MERGE_QUEUE_TEST_COMMAND: `until test -e "${verdict}"; do sleep 0.1; done; exit "$(cat "${verdict}")"`,
    MERGE_QUEUE_LOG_LEVEL: "debug",
  };
}

async function until<Value>(what: string, look: () => Promise<Value | null>): Promise<Value> {
  const givenUpAt = Date.now() + PATIENCE_MS;
  for (;;) {
    const seen = await look();
    if (seen !== null) return seen;
    if (Date.now() > givenUpAt) throw new Error(`it did not come about in ${PATIENCE_MS} ms that ${what}`);
    await pause(LOOK_EVERY_MS);
  }
}
