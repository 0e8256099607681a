/**
 * Confirms that a configured repository's present name still belongs to the repository with the known id. Another
 * repository may take the former name after a rename, and GitHub then answers for that one instead of redirecting.
 *
 * A name is used for at most a minute after it was confirmed. Answers with a pull request, its reviews, workflow runs or
 * commit statuses contain the id, so a busy queue confirms its names without further calls, and none of these counts if
 * it is another repository's. An answer that a pull request does not exist is confirmed each time, because it would
 * cancel an entry.
 */
import * as z from "zod/mini";
import { type Repository, repositoryKey, repositoryName } from "../../../domain/repository.js";
import { ForgeError } from "../../ports/world-error.js";
import { SingleFlight } from "../../work/shared-work.js";
import { anotherRepository, BELOW_REPOSITORY } from "./call-failure.js";
import type { RepositoryNames } from "./repository-names.js";

export interface IdentityCalls {
  /** Obtains the credentials; a new token of an App names the repository. */
  readonly authorize: (repository: Repository) => Promise<unknown>;
  /** One GET; null: not found. */
  readonly ask: (
    repository: Repository,
    route: string,
    values: Readonly<Record<string, unknown>>,
  ) => Promise<unknown>;
}

const named = z.object({ id: z.number(), name: z.string(), owner: z.object({ login: z.string() }) });
const known = z.object({ id: z.number() });
const pull = z.object({ base: z.object({ repo: z.unknown() }) });
const ofRepository = z.object({ repository: z.unknown() });
const listOfRuns = z.object({ workflow_runs: z.array(z.unknown()) });
const queried = z.object({ data: z.object({ repository: z.object({ databaseId: z.number() }) }) });

/** The route of queries. Those whose answers decide about a pull request ask for the `databaseId` of the repository. */
export const GRAPHQL = "/graphql";
const OF_ONE = /^\/(?:commits\/\{ref\}\/status|actions\/runs\/\{\w+\})$/;

/** GitHub redirects requests with a former name to this address. */
const BY_ID = "/repositories/{id}";
const CONFIRMED_MS = 60_000;
/** Missing rules or files count for the one decision that has just read the pull request. */
const CONFIRMED_BEFORE_ABSENCE_MS = 10_000;

export class RepositoryIdentity {
  readonly #names: RepositoryNames;
  readonly #calls: IdentityCalls;
  readonly #pending = new SingleFlight<void>();

  constructor(names: RepositoryNames, calls: IdentityCalls) {
    this.#names = names;
    this.#calls = calls;
  }

  /** Asks GitHub unless the name was confirmed recently. Does nothing while the id is unknown. */
  async confirm(repository: Repository, withinMs = CONFIRMED_MS): Promise<void> {
    if (this.#isConfirmed(repository, withinMs)) return;
    // A question that need not be asked anew must not stand for one that has to be.
    const key = `${repositoryKey(repository)} ${withinMs}`;
    await this.#pending.run(key, async () => this.#ask(repository, withinMs));
  }

  /** `route` was answered with 404 or 410. False: the id is unknown, so it cannot be confirmed. */
  async confirmAbsence(repository: Repository, route: string): Promise<boolean> {
    if (this.#names.idOf(repository) === null) return false;
    await this.confirm(repository, route === "/pulls/{number}" ? 0 : CONFIRMED_BEFORE_ABSENCE_MS);
    return true;
  }

  /**
   * Confirms or learns the name by the id in the answer. If the answer is another repository's, asks GitHub; throws if
   * the name has not changed.
   */
  async confirmBy(repository: Repository, route: string, answer: unknown): Promise<void> {
    const about = repositoryIn(route, answer);
    const found = known.safeParse(about).data;
    if (found === undefined) return;
    const id = this.#names.idOf(repository);
    if (id !== null && id !== found.id) {
      const before = this.#names.present(repository);
      await this.confirm(repository, 0);
      if (repositoryKey(before) !== repositoryKey(this.#names.present(repository))) return;
      throw anotherRepository(repository, id, found.id);
    }
    if (id === null || route === "") this.#learn(repository, about);
    else this.#names.confirm(repository);
  }

  #isConfirmed(repository: Repository, withinMs: number): boolean {
    return this.#names.idOf(repository) === null || this.#names.msSinceConfirmed(repository) < withinMs;
  }

  async #ask(repository: Repository, withinMs: number): Promise<void> {
    await this.#calls.authorize(repository);
    const id = this.#names.idOf(repository);
    if (id === null || this.#isConfirmed(repository, withinMs)) return;
    const { owner, name } = this.#names.present(repository);
    const { ask } = this.#calls;
    const ofName = await ask(repository, BELOW_REPOSITORY, { owner, repo: name });
    const isOwn = known.safeParse(ofName).data?.id === id;
    const answer = isOwn ? ofName : await ask(repository, BY_ID, { id });
    if (answer === null) {
      throw new ForgeError(
        `GitHub has no repository with the id ${id} of ${repositoryName(repository)} that the token or App may see. If ` +
          "it was deleted, delete its queues and restart the service",
        false,
      );
    }
    this.#learn(repository, answer);
  }

  #learn(repository: Repository, answer: unknown): void {
    const found = named.safeParse(answer).data;
    if (found !== undefined)
      this.#names.learn(repository, found.id, { owner: found.owner.login, name: found.name });
  }
}

/** The repository in an answer that contains its id; undefined: none, or an empty list. */
function repositoryIn(route: string, answer: unknown): unknown {
  if (route === "") return answer;
  if (route === GRAPHQL) return { id: queried.safeParse(answer).data?.data.repository.databaseId };
  if (/^\/pulls(?:\/\{number\})?$/.test(route)) {
    const first: unknown = Array.isArray(answer) ? answer[0] : answer;
    return pull.safeParse(first).data?.base.repo;
  }
  if (/^\/actions\/(?:workflows\/\{workflow\}\/)?runs$/.test(route)) {
    const [first] = listOfRuns.safeParse(answer).data?.workflow_runs ?? [];
    return ofRepository.safeParse(first).data?.repository;
  }
  return OF_ONE.test(route) ? ofRepository.safeParse(answer).data?.repository : undefined;
}
