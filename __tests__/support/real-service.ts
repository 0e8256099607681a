/**
 * The service as an operator runs it, on a real repository. Queues and pull requests are made as tests ask for
 * them, each test has its own, and the tests of a pull request last until their verdict is given.
 */
import { existsSync } from "node:fs";
import { type FileHandle, mkdir, open, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { MergeQueueClient } from "../../src/client/client.js";
import { endpoints, type ReadReplyOf, type RequestOf } from "../../src/contract/endpoints.js";
import type { CommitId } from "../../src/domain/ids.js";
import type { GitRepository } from "./git-repository.js";
import { ServiceOnRepository } from "./service-on-repository.js";

export const TOKEN = "mq_the-token-of-a-real-service";
const REPOSITORY = { host: "github.com", owner: "acme", name: "shop" };
const LOOK_EVERY_MS = 20;
const PATIENCE_MS = 20_000;
/** Runs of one pull request that its verdict ends. */
const MOST_READERS = 100;

type Verdict = "pass" | "fail";

export interface RealPullRequest {
  readonly number: number;
  readonly headSha: CommitId;
  readonly targetBranch: string;
}

export class RealService {
  readonly #service: ServiceOnRepository;
  readonly #bells: FileHandle[] = [];
  #made = 0;

  private constructor(service: ServiceOnRepository) {
    this.#service = service;
  }

  static async start(): Promise<RealService> {
    const service = await ServiceOnRepository.start({
      token: TOKEN,
      files: { "README.md": "Shop\n" },
      names: [`${REPOSITORY.host}/${REPOSITORY.owner}/${REPOSITORY.name}`],
      settings: untilDecided,
    });
    await mkdir(verdictsIn(service.folder));
    return new RealService(service);
  }

  async stop(): Promise<void> {
    for (const bell of this.#bells) await bell.close();
    await this.#service.stop();
  }

  get repository(): GitRepository {
    return this.#service.repository;
  }

  /** For what a test arranges and looks up; the action is not asked about itself. */
  get client(): MergeQueueClient {
    return this.#service.client;
  }

  get apiUrl(): string {
    return this.#service.process.apiUrl;
  }

  /** Ends the process as a power cut does; resolves when the next one serves. */
  async crash(): Promise<void> {
    const before = this.#service.restarts();
    this.#service.process.kill();
    await until("the service is back", async () =>
      Promise.resolve(this.#service.restarts() > before || null),
    );
  }

  /** A branch that no queue protects yet. */
  async newBranch(): Promise<string> {
    const branch = `release/${++this.#made}`;
    await this.repository.setRef(`refs/heads/${branch}`, this.#service.base);
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
      parents: [this.#service.base],
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
    const path = join(verdictsIn(this.#service.folder), String(number));
    await writeFile(`${path}.new`, verdict === "pass" ? "0" : "1");
    await rename(`${path}.new`, path);
    if (!existsSync(bellOf(path))) return;
    // Open for reading too, and kept open, so that nothing waits for a reader, and one that comes later reads it as well.
    const bell = await open(bellOf(path), "r+");
    this.#bells.push(bell);
    await bell.write("\n".repeat(MOST_READERS));
  }

  async read(pullRequest: RealPullRequest): Promise<ReadReplyOf<"getSubmittedPullRequest">> {
    return (await this.client.getSubmittedPullRequest(requestFor(pullRequest))).value;
  }

  async queue(targetBranch: string): Promise<ReadReplyOf<"getQueue">> {
    return (await this.client.getQueue({ repo: REPOSITORY, targetBranch })).value;
  }

  /** Id of the run that tests the pull request, as soon as its tests have begun on its test branch. */
  async testRunOf({ number, targetBranch }: RealPullRequest, otherThan = ""): Promise<string> {
    return until(`#${number} is tested on a test branch`, async () => {
      const prefix = `refs/heads/mq-merge/pr-${number}/`;
      const branches = (await this.repository.refs()).filter((ref) => ref.startsWith(prefix));
      const testRunId = branches.map((ref) => ref.slice(prefix.length)).find((id) => id !== otherThan);
      if (testRunId === undefined) return null;
      const request = { repo: REPOSITORY, targetBranch, testRunId };
      const { value } = await this.client.getMergeQueueTestingDetails(request);
      return (value.requiredStatuses ?? []).length === 0 ? null : testRunId;
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
    const log = await readFile(this.#service.process.logFile, "utf8");
    const lines = log.slice(log.indexOf(from), log.indexOf(to)).split("\n");
    return lines.flatMap((line) => /"path":"\/v1\/(\w+)".*"msg":"answered"/.exec(line)?.[1] ?? []);
  }

  /** A request that changes nothing and stands in the log; what was asked before it stands above. */
  async #mark(): Promise<string> {
    const path = `/mark-${++this.#made}`;
    await fetch(new URL(path, this.apiUrl));
    const mark = `"path":"${path}"`;
    return until(`${path} is in the log`, async () => {
      const log = await readFile(this.#service.process.logFile, "utf8");
      return log.includes(mark) ? mark : null;
    });
  }
}

function requestFor({ number, targetBranch }: RealPullRequest) {
  return { repo: REPOSITORY, targetBranch, pr: { number } };
}

/** Tests last until their verdict is there. They block on a named pipe: dozens that sleep and look take a whole core. */
function untilDecided(folder: string): Readonly<Record<string, string>> {
  const verdict = `${verdictsIn(folder)}/$MERGE_QUEUE_PULL_REQUESTS`;
  const bell = bellOf(verdict);
  return {
    MERGE_QUEUE_TEST_COMMAND: [
      `test -p "${bell}" || mkfifo "${bell}"`,
      `until test -e "${verdict}"; do read -r _ <"${bell}"; done`,
      `exit "$(cat "${verdict}")"`,
    ].join("; "),
    MERGE_QUEUE_LOG_LEVEL: "debug",
    // The repository changes by the service alone, or a test waits for what it changed itself.
    MERGE_QUEUE_POLL_INTERVAL: "30s",
  };
}

function bellOf(verdict: string): string {
  return `${verdict}.bell`;
}

function verdictsIn(folder: string): string {
  return join(folder, "verdicts");
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
