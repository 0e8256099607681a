/** As much of GitHub as people see of a pull request, in memory behind the port, with faults that a test asks for. */
import { assertNever } from "../../src/domain/assert-never.js";
import type { Repository } from "../../src/domain/repository.js";
import { callFailure } from "../../src/service/github/api/call-failure.js";
import type { GitHubAnswer, GitHubCalls, Parameters } from "../../src/service/github/api/github-calls.js";
import { ForgeError } from "../../src/service/ports/world-error.js";
import { isJsonObject } from "./json-object.js";

const OUR_APP = "merge-queue";
export const OUR_LOGIN = `${OUR_APP}[bot]`;

export interface SeenComment {
  readonly id: number;
  readonly number: number;
  readonly login: string;
  body: string;
}

export interface SeenCheck {
  readonly id: number;
  readonly app: string;
  readonly sha: string;
  readonly submission: string;
  status: string;
  conclusion: string | null;
  title: string;
  summary: string;
}

export interface SeenPull {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly login: string;
  readonly draft: boolean;
  readonly head: string;
  readonly headSha: string;
  readonly from: string;
  state: "open" | "closed";
  merged: boolean;
}

type Fault =
  /** Nothing was done, or it was and nobody heard of it. */
  | { readonly kind: "fails" | "isLost"; readonly retryable?: boolean }
  | { readonly kind: "answers"; readonly status: number; readonly body: unknown }
  | { readonly kind: "waits"; readonly until: Promise<void>; readonly isDoneBefore: boolean };

/** `POST /pulls`. */
type Call = string;

export class SeenGitHub implements GitHubCalls {
  readonly comments: SeenComment[] = [];
  readonly checks: SeenCheck[] = [];
  readonly statuses: { readonly sha: string; readonly state: string; readonly description: string }[] = [];
  readonly labels = new Map<number, Set<string>>();
  readonly pulls = new Map<number, SeenPull>();
  /** Who closed a pull request, if not the service. */
  readonly closers = new Map<number, string>();
  /** Every call, in order. */
  readonly asked: Call[] = [];
  readonly #faults: { readonly call: Call; readonly fault: Fault }[] = [];
  readonly #refusals: GitHubAnswer[] = [];
  #nextId = 100;
  #listedBefore = Number.POSITIVE_INFINITY;

  /** What happens to the next call of this kind. */
  next(call: Call, fault: Fault): void {
    this.#faults.push({ call, fault });
  }

  /** Comments and checks that are written while it is true are not in the lists of them until it is false. */
  set isListLate(isLate: boolean) {
    this.#listedBefore = isLate ? Math.min(this.#listedBefore, this.#nextId) : Number.POSITIVE_INFINITY;
  }

  /** Nothing that was planned happens any more. */
  forgive(): void {
    this.#faults.length = 0;
  }

  addPull(pull: Partial<SeenPull> & Pick<SeenPull, "number">): SeenPull {
    const made: SeenPull = {
      title: "A change",
      body: "",
      login: "mona",
      draft: false,
      head: `change-${pull.number}`,
      headSha: "",
      from: "acme/shop",
      state: "open",
      merged: false,
      ...pull,
    };
    this.pulls.set(made.number, made);
    return made;
  }

  /** One in progress of our name, which any App may create. */
  addCheck(check: Pick<SeenCheck, "sha" | "app" | "title">): SeenCheck {
    const made = {
      id: this.#id(),
      submission: "",
      status: "in_progress",
      conclusion: null,
      summary: "",
      ...check,
    };
    this.checks.push(made);
    return made;
  }

  say(number: number, login: string, body: string): number {
    this.comments.push({ id: this.#id(), number, login, body });
    return this.#nextId - 1;
  }

  async read(_repository: Repository, route: string, parameters: Parameters = {}): Promise<unknown> {
    return this.#asked(`GET ${route}`, () => {
      const number = Number(parameters["number"]);
      if (route === "/issues/{number}")
        return { closed_by: { login: this.closers.get(number) ?? OUR_LOGIN } };
      const pull = this.pulls.get(number);
      return pull === undefined ? null : onWire(pull);
    });
  }

  async list(
    _repository: Repository,
    route: string,
    parameters: Parameters = {},
  ): Promise<readonly unknown[]> {
    return this.#asked(`GET ${route}`, () => this.#listed(route, parameters));
  }

  async send(
    repository: Repository,
    method: "POST" | "PUT" | "PATCH" | "DELETE",
    route: string,
    parameters: Parameters = {},
    answers: readonly number[] = [],
  ): Promise<GitHubAnswer> {
    const call = `${method} ${route}`;
    const answer = await this.#asked(call, () => this.#refusals.shift() ?? this.#done(call, parameters));
    if (answer.status < 400 || answers.includes(answer.status)) return answer;
    const refused = { status: answer.status, headers: {}, data: answer.body };
    throw callFailure(refused, { repository, method, route }, { waitMs: 0, isTransient: false });
  }

  async close(): Promise<void> {
    return Promise.resolve();
  }

  #listed(route: string, parameters: Parameters): readonly unknown[] {
    switch (route) {
      case "/issues/{number}/comments":
        return this.comments
          .filter(({ id, number }) => id < this.#listedBefore && number === parameters["number"])
          .map(({ id, login, body }) => ({ id, body, user: { login } }));
      case "/commits/{sha}/check-runs":
        return this.checks
          .filter(({ id, sha }) => id < this.#listedBefore && sha === parameters["sha"])
          .map(({ id, app, submission, status }) => ({
            id,
            external_id: submission,
            status,
            app: { slug: app },
          }));
      case "/issues/{number}/labels":
        return [...(this.labels.get(Number(parameters["number"])) ?? [])].map((name) => ({ name }));
      case "/pulls":
        return [...this.pulls.values()]
          .filter(({ state }) => state === "open")
          .filter(({ head }) => [undefined, `acme:${head}`].some((wanted) => wanted === parameters["head"]))
          .map(onWire);
      default:
        throw new Error(`no such list: ${route}`);
    }
  }

  #done(call: Call, parameters: Parameters): GitHubAnswer {
    const number = Number(parameters["number"]);
    const id = Number(parameters["id"]);
    switch (call) {
      case "POST /issues/{number}/comments": {
        const made = this.say(number, OUR_LOGIN, String(parameters["body"]));
        return { status: 201, body: { id: made, user: { login: OUR_LOGIN } } };
      }
      case "PATCH /issues/comments/{id}":
        return this.#changed(
          this.comments.find((one) => one.id === id),
          (comment) => {
            comment.body = String(parameters["body"]);
          },
        );
      case "DELETE /issues/comments/{id}":
        return this.#taken(this.comments, (one) => one.id === id);
      case "POST /check-runs": {
        const check = {
          id: this.#id(),
          app: OUR_APP,
          sha: text(parameters["head_sha"]),
          submission: text(parameters["external_id"]),
        };
        this.checks.push({ ...check, status: "", conclusion: null, title: "", summary: "" });
        return this.#changed(this.checks.at(-1), (made) => write(made, parameters), 201);
      }
      case "PATCH /check-runs/{id}":
        return this.#changed(
          this.checks.find((one) => one.id === id),
          (check) => write(check, parameters),
        );
      case "POST /statuses/{sha}": {
        const { sha, state, description } = parameters;
        this.statuses.push({ sha: text(sha), state: text(state), description: text(description) });
        return { status: 201, body: {} };
      }
      case "POST /issues/{number}/labels": {
        const labels = this.labels.get(number) ?? new Set();
        for (const label of Array.isArray(parameters["labels"]) ? parameters["labels"] : [])
          labels.add(String(label));
        this.labels.set(number, labels);
        return { status: 200, body: [] };
      }
      case "DELETE /issues/{number}/labels/{name}":
        return {
          status: this.labels.get(number)?.delete(text(parameters["name"])) === true ? 200 : 404,
          body: [],
        };
      case "POST /pulls":
        return this.#opened(parameters);
      case "PATCH /pulls/{number}":
        return this.#patchedPull(this.pulls.get(number), parameters);
      default:
        throw new Error(`no such call: ${call}`);
    }
  }

  #opened({ head, title, body, draft }: Parameters): GitHubAnswer {
    const branch = text(head);
    const isThere = [...this.pulls.values()].some((pull) => pull.head === branch && pull.state === "open");
    if (isThere) {
      const message = `A pull request already exists for acme:${branch}.`;
      return { status: 422, body: { message: "Validation Failed", errors: [{ message }] } };
    }
    const number = this.#id();
    const made = {
      title: text(title),
      body: text(body),
      draft: draft === true,
      head: branch,
      login: OUR_LOGIN,
    };
    this.addPull({ ...made, number });
    return { status: 201, body: { number } };
  }

  #patchedPull(pull: SeenPull | undefined, { state }: Parameters): GitHubAnswer {
    if (pull === undefined) return { status: 404, body: { message: "Not Found" } };
    if (state === "closed" || state === "open") pull.state = state;
    return { status: 200, body: onWire(pull) };
  }

  #changed<Thing extends { readonly id?: number; readonly number?: number }>(
    thing: Thing | undefined,
    change: (thing: Thing) => void,
    status = 200,
  ): GitHubAnswer {
    if (thing === undefined) return { status: 404, body: { message: "Not Found" } };
    change(thing);
    return { status, body: { id: thing.id, number: thing.number } };
  }

  #taken<Thing>(things: Thing[], isIt: (thing: Thing) => boolean): GitHubAnswer {
    const index = things.findIndex(isIt);
    if (index !== -1) things.splice(index, 1);
    return { status: index === -1 ? 404 : 204, body: null };
  }

  async #asked<Answer>(call: Call, answer: () => Answer): Promise<Answer> {
    this.asked.push(call);
    await Promise.resolve();
    const index = this.#faults.findIndex((planned) => planned.call === call);
    if (index === -1) return answer();
    const [planned] = this.#faults.splice(index, 1);
    return this.#faulty(call, planned?.fault ?? { kind: "fails" }, answer);
  }

  async #faulty<Answer>(call: Call, fault: Fault, answer: () => Answer): Promise<Answer> {
    switch (fault.kind) {
      case "fails":
        throw new ForgeError(`${call} did not work`, fault.retryable ?? true);
      case "isLost":
        answer();
        throw new ForgeError(`nobody heard what became of ${call}`, true);
      case "answers":
        this.#refusals.push({ status: fault.status, body: fault.body });
        return answer();
      case "waits": {
        if (!fault.isDoneBefore) await fault.until;
        const done = answer();
        await fault.until;
        return done;
      }
      default:
        return assertNever(fault);
    }
  }

  #id(): number {
    this.#nextId += 1;
    return this.#nextId - 1;
  }
}

function write(check: SeenCheck, { status, conclusion, output }: Parameters): void {
  if (typeof status === "string") check.status = status;
  check.conclusion = typeof conclusion === "string" ? conclusion : null;
  const { title, summary } = isJsonObject(output) ? output : {};
  check.title = text(title);
  check.summary = text(summary);
}

function onWire({
  number,
  title,
  body,
  login,
  draft,
  head,
  headSha,
  from,
  state,
  merged,
}: SeenPull): unknown {
  const where = { ref: head, sha: headSha, repo: { full_name: from } };
  return { number, title, body, draft, state, merged, user: { login }, head: where };
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
