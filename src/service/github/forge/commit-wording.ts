/**
 * The wording of commits: the repository's own settings for squash and merge commits, and the parts of a pull request
 * that they use. Reading a pull request costs no further call while the settings are cached.
 */
import { COMMIT_BODIES, COMMIT_TITLES, type CommitWording } from "../../../domain/commit-wording.js";
import type { QueueSettings } from "../../../domain/queue-settings.js";
import { type Repository, repositoryKey } from "../../../domain/repository.js";
import { beginningOf } from "../../../domain/words.js";
import { type PullAnswer, type RepositoryAnswer, read, repositoryAnswer } from "../api/answers.js";
import type { GitHubReads } from "../api/github-calls.js";
import { closingReferences } from "./closing-references.js";

interface Known {
  readonly at: number;
  readonly answer: Promise<RepositoryAnswer>;
}

/** The answer changes with each push, so GitHub would count each reading. */
const KEPT_MS = 3_600_000;
/** The queue stores the description with each run that contains the pull request. */
const MAX_DESCRIPTION = 16_384;
const SHORTENED = "\n\n(The description continues in the pull request.)";

export class CommitWordings {
  readonly #calls: GitHubReads;
  readonly #known = new Map<string, Known>();

  constructor(calls: GitHubReads) {
    this.#calls = calls;
  }

  /** undefined: commits keep their messages, as in a rebase. */
  async of(
    repository: Repository,
    pull: PullAnswer,
    settings: Pick<QueueSettings, "mergeMethod" | "messageTemplate"> | null,
  ): Promise<CommitWording | undefined> {
    if (settings === null || settings.mergeMethod === "rebase") return undefined;
    const isSquash = settings.mergeMethod === "squash";
    const { title, body } = chosen(await this.#settings(repository), isSquash);
    const template = settings.messageTemplate ?? "";
    const isDescribed = template === "" ? body === "PR_BODY" : template.includes("description");
    const description = pull.body ?? "";
    const closes = isSquash ? closingReferences(description) : [];
    const { user } = pull;
    return {
      title,
      body,
      ...(template !== "" && { template }),
      ...(isDescribed && { description: shortened(description) }),
      ...(closes.length > 0 && { closes }),
      ...(user && { login: user.login }),
      ...(isSquash && user?.id !== undefined && { author: authorOf(repository, user.login, user.id) }),
    };
  }

  async #settings(repository: Repository): Promise<RepositoryAnswer> {
    const key = repositoryKey(repository);
    const known = this.#known.get(key);
    if (known !== undefined && performance.now() - known.at < KEPT_MS) return known.answer;
    const answer = this.#calls
      .read(repository, "")
      .then((found) => read(repositoryAnswer, found ?? {}, "the repository"));
    this.#known.set(key, { at: performance.now(), answer });
    answer.catch(() => this.#known.delete(key));
    return answer;
  }
}

/** GitHub hides the settings from accounts that may not push, and old Enterprise Servers lack them. */
function chosen(answer: RepositoryAnswer, isSquash: boolean): Pick<CommitWording, "title" | "body"> {
  const title = isSquash ? answer.squash_merge_commit_title : answer.merge_commit_title;
  const body = isSquash ? answer.squash_merge_commit_message : answer.merge_commit_message;
  return {
    title: COMMIT_TITLES.find((known) => known === title) ?? (isSquash ? "PR_TITLE" : "MERGE_MESSAGE"),
    body: COMMIT_BODIES.find((known) => known === body) ?? (isSquash ? "HEAD_MESSAGE" : "PR_TITLE"),
  };
}

/** GitHub recognizes every account by this address. */
function authorOf({ host }: Repository, login: string, id: number): NonNullable<CommitWording["author"]> {
  return { name: login, email: `${id}+${login}@users.noreply.${host}` };
}

function shortened(description: string): string {
  if (description.length <= MAX_DESCRIPTION) return description;
  return `${beginningOf(description, MAX_DESCRIPTION).toWellFormed()}${SHORTENED}`;
}
