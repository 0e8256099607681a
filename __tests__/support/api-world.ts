/**
 * A service behind its API without git or CI: queues in memory, a forge that says what it was told, a clock that
 * stands still. Test runs that a decision starts are built and begin at once, as in the stories of `queue-builder`.
 */
import type { EndpointName } from "../../src/contract/endpoints.js";
import { openApiDocument } from "../../src/contract/openapi.js";
import { type PullRequestNumber, type QueueId, queueId } from "../../src/domain/ids.js";
import type { PullRequestFacts } from "../../src/domain/pull-request.js";
import { type QueueName, queueKey } from "../../src/domain/queue-name.js";
import { DEFAULT_QUEUE_SETTINGS, type QueueSettings } from "../../src/domain/queue-settings.js";
import { type Repository, repositoryKey } from "../../src/domain/repository.js";
import { newQueue } from "../../src/engine/model/new-queue.js";
import type { Queue } from "../../src/engine/model/queue.js";
import { staticToken } from "../../src/service/http/auth.js";
import type { Visitor } from "../../src/service/http/response.js";
import { type ApiOptions, createApi } from "../../src/service/http/server.js";
import type { Forge } from "../../src/service/ports/forge.js";
import { SILENT_LOG } from "../../src/service/ports/log.js";
import type { QueueStore } from "../../src/service/ports/queue-store.js";
import { EventApplier } from "../../src/service/queue/apply-event.js";
import type { ActOutcome, Judge, Queues } from "../../src/service/queue/queues.js";
import { UnavailableRepositories } from "../../src/service/queue/unavailable-repositories.js";
import { type AnswerChecker, answerChecker } from "./answer-checker.js";
import { namedCommit } from "./fake-commits.js";
import { createMemoryStore } from "./memory-queue-store.js";
import { BEGINNING, factsOf, type Happening, startedAsOrdered } from "./queue-builder.js";

export const TOKEN = "a-token-for-these-tests";
export const REPOSITORY: Repository = { host: "github.com", owner: "octo", name: "mono" };
export const ON_MAIN = { repo: REPOSITORY, targetBranch: "main" };
export const MAIN: QueueName = { repository: REPOSITORY, targetBranch: "main" };

type StateCase = "upper" | "lower";

const checkers = new Map<StateCase, AnswerChecker>();

/** Made when it is needed, and once: the document takes a third of a second. */
function checkerOf(stateCase: StateCase): AnswerChecker {
  const checker = checkers.get(stateCase) ?? answerChecker(openApiDocument("1.2.3", stateCase));
  checkers.set(stateCase, checker);
  return checker;
}

const nothing = async () => Promise.resolve();

/** One repository with a branch `main`; pull requests are there as soon as they are told. */
class ToldForge implements Forge {
  readonly name = "told";
  readonly verifyForkedRun?: Required<Forge>["verifyForkedRun"];
  readonly #pullRequests = new Map<PullRequestNumber, PullRequestFacts>();
  /** Called before the next pull request is read; may fail, or let something happen meanwhile. */
  beforeReading: () => Promise<void> = nothing;

  tell(number: number, facts: Partial<PullRequestFacts> = {}): void {
    const told = { ...factsOf(number), ...facts };
    this.#pullRequests.set(told.number, told);
  }

  async hasRepository(repository: Repository) {
    return Promise.resolve(repositoryKey(repository) === repositoryKey(REPOSITORY));
  }

  async readTip(_repository: Repository, branch: string) {
    return Promise.resolve(branch === "main" || branch === "release/1.x" ? namedCommit("v1") : null);
  }

  async readPullRequest(_repository: Repository, pullRequest: PullRequestNumber) {
    const { beforeReading } = this;
    this.beforeReading = nothing;
    await beforeReading();
    return this.#pullRequests.get(pullRequest) ?? null;
  }

  pullRequestUrl(repository: Repository, pullRequest: PullRequestNumber) {
    return `https://${repository.host}/${repository.owner}/${repository.name}/pull/${pullRequest}`;
  }

  startTests = () => Promise.reject(new Error("no orders are performed here"));
  readChecks = async () => Promise.resolve(null);
  stopTests = async () => Promise.resolve();
  onChecks = () => undefined;
  close = async () => Promise.resolve();
}

class MemoryQueues implements Queues {
  readonly store: QueueStore = createMemoryStore();
  readonly forge: ToldForge = new ToldForge();
  clock = BEGINNING;
  /** Pull requests whose test run has the tree of their head. */
  readonly upToDate = new Set<number>();
  readonly unavailable = new UnavailableRepositories(
    { now: () => this.clock, monotonic: () => this.clock },
    SILENT_LOG,
  );
  /** Called before the next act; lets something come first. */
  beforeActing: () => Promise<void> = nothing;
  #born = 0;
  readonly #applier = new EventApplier({
    store: this.store,
    clock: { now: () => this.clock, setForwardSince: () => 0 },
    log: SILENT_LOG,
    onDecision: () => undefined,
  });

  async create(name: QueueName, settings: Partial<QueueSettings>) {
    if (!(await this.forge.hasRepository(name.repository))) return "noSuchRepository" as const;
    const tip = await this.forge.readTip(name.repository, name.targetBranch);
    if (tip === null) return "noSuchBranch" as const;
    const { targetBranch } = name;
    const all = { ...DEFAULT_QUEUE_SETTINGS, ...settings };
    const queue = newQueue({ id: this.#newId(), targetBranch, tip, settings: all, at: this.clock });
    return this.store.create(name, queue);
  }

  async delete(name: QueueName) {
    const stored = await this.read(name);
    if (stored === null) return "noSuchQueue" as const;
    const count = stored.queue.entries.length;
    if (count > 0) return { kind: "notEmpty", count } as const;
    await this.store.delete(name, stored.version);
    return "deleted" as const;
  }

  async read(name: QueueName) {
    return this.store.load(name);
  }

  async list(repository?: Repository) {
    return this.store.list(repository);
  }

  async act<Refusal>(name: QueueName, judge: Judge<Refusal>): Promise<ActOutcome<Refusal>> {
    const { beforeActing } = this;
    this.beforeActing = nothing;
    await beforeActing();
    const outcome = await this.#applier.act(name, judge);
    if (outcome.kind !== "done") return outcome;
    for (const effect of outcome.decision.effects) {
      if (effect.kind !== "startTestRun") continue;
      const [head] = effect.contains;
      const isHeadTree = head !== undefined && this.upToDate.has(head.pullRequest);
      for (const started of startedAsOrdered(this.clock, effect)) {
        const isBuilt = isHeadTree && started.kind === "testRunBuilt";
        const event = isBuilt ? { ...started, isHeadTree: true as const } : started;
        await this.#applier.act(name, () => ({ event }));
      }
    }
    return outcome;
  }

  now(): number {
    return this.clock;
  }

  monotonic(): number {
    return this.clock;
  }

  #newId(): QueueId {
    this.#born += 1;
    return queueId(`00000000-0000-4000-8000-${String(this.#born).padStart(12, "0")}`);
  }
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed when it is JSON. */
  readonly body: unknown;
}

export type ApiWorld = Awaited<ReturnType<typeof apiWorld>>;

/** A world with a running queue on `main`, and its API. */
export async function apiWorld(
  options: Partial<ApiOptions> = {},
  settings: Partial<QueueSettings> = {},
  verifyForkedRun: Forge["verifyForkedRun"] | null = null,
) {
  const queues = new MemoryQueues();
  if (verifyForkedRun !== null) Object.assign(queues.forge, { verifyForkedRun });
  await queues.create(MAIN, { concurrency: 3, ...settings });
  const all: ApiOptions = {
    queues,
    tokens: staticToken(TOKEN),
    log: SILENT_LOG,
    version: "1.2.3",
    testBranchPrefix: "mq-merge/",
    stateCase: "upper",
    ...options,
  };
  const app = checkedApi(createApi(all), checkerOf(all.stateCase));

  async function request(path: string, init: RequestInit): Promise<Answer> {
    return answerOf(await app.request(path, init));
  }

  return {
    queues,
    forge: queues.forge,
    app,
    request,
    /** Calls an endpoint as a client with a token does; `more` stands beside repository and branch. */
    async call(name: EndpointName, more: object = {}): Promise<Answer> {
      return request(`/v1/${name}`, post({ ...ON_MAIN, ...more }));
    },
    async happens(...happenings: readonly Happening[]): Promise<void> {
      for (const { events } of happenings) {
        for (const event of events(await queueOn(queues, MAIN))) {
          // The service takes no time from an event that lies ahead of its clock.
          queues.clock = Math.max(queues.clock, event.at);
          await queues.act(MAIN, () => ({ event }));
        }
      }
    },
    async queue(name: QueueName = MAIN): Promise<Queue> {
      return queueOn(queues, name);
    },
  };
}

export function post(body: unknown): RequestInit {
  return {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-token": TOKEN },
    body: JSON.stringify(body),
  };
}

export async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

/** The body of a "no". */
export function no(code: string, message: string) {
  return { error: { code, message } };
}

async function queueOn(queues: Queues, name: QueueName): Promise<Queue> {
  const stored = await queues.read(name);
  if (stored === null) throw new Error(`there is no queue ${queueKey(name)}`);
  return stored.queue;
}

interface App {
  fetch(request: Request, visitor?: Visitor): Response | Promise<Response>;
}

interface CheckedApi {
  fetch(request: Request, visitor?: Visitor): Promise<Response>;
  request(path: string, init?: RequestInit): Promise<Response>;
}

/**
 * The API as tests of it meet it: what it answers against its own OpenAPI document becomes 599, so that no test can
 * pass on it, and none has to ask.
 */
function checkedApi(app: App, check: AnswerChecker): CheckedApi {
  async function checked(request: Request, visitor?: Visitor): Promise<Response> {
    const { method } = request;
    const { pathname, search } = new URL(request.url);
    const response = await app.fetch(request, visitor);
    const contentType = response.headers.get("content-type");
    const body = await response.clone().text();
    const problem = check({ method, path: pathname + search, status: response.status, contentType, body });
    return problem === null ? response : new Response(problem, { status: 599 });
  }
  return {
    fetch: checked,
    request: async (path, init) => checked(new Request(new URL(path, "http://localhost"), init)),
  };
}
