/** The roles of people who are signed in, as the installation sees them, remembered for a while. */
import * as z from "zod/mini";
import { Memo } from "../../../domain/memo.js";
import { type Repository, repositoryKey } from "../../../domain/repository.js";
import { type RepositoryRole, strongestRole } from "../../../domain/repository-role.js";
import { errorText } from "../../../domain/thrown.js";
import type { Account, RoleAge, RoleAnswer } from "../../ports/account-host.js";
import type { Clock } from "../../ports/clock.js";
import type { Log } from "../../ports/log.js";
import { ForgeError, WorldError } from "../../ports/world-error.js";
import { Turns } from "../../work/in-order.js";
import { withTimeout } from "../../work/within.js";
import type { GitHubCalls } from "../api/github-calls.js";

export const ROLE_MS = 60_000;
export const POLLED_ROLE_MS = 600_000;
/** After a failure; GitHub is not asked with each click. */
const FAILED_MS = 5000;
/** How long a page waits for GitHub. */
export const PATIENCE_MS = 8000;
/** Questions that GitHub has not answered yet, also late ones: landings use the same connections. */
const MOST_OPEN = 4;
const MOST_KNOWN = 10_000;

export interface RolesOptions {
  readonly calls: Pick<GitHubCalls, "read">;
  readonly isServed: (repository: Repository) => boolean;
  readonly clock: Pick<Clock, "monotonic" | "after">;
  readonly log: Log;
  readonly mostKnown?: number;
}

interface Known {
  readonly answer: Promise<RoleAnswer>;
  /** The role before this answer, for its wording if there is no answer. */
  readonly before: RepositoryRole;
  settled: { readonly answer: RoleAnswer; readonly at: number } | null;
  /** A question that waits for its turn will have an answer newer than all who share it. */
  isSent: boolean;
}

export class RepositoryRoles {
  readonly #options: RolesOptions;
  /** By account and repository. */
  readonly #known: Memo<Known>;
  readonly #turns = new Turns(MOST_OPEN);

  constructor(options: RolesOptions) {
    this.#options = options;
    this.#known = new Memo(options.mostKnown ?? MOST_KNOWN);
  }

  async roleOf(account: Account, repository: Repository, age: RoleAge): Promise<RoleAnswer> {
    const { clock, isServed } = this.#options;
    if (!isServed(repository)) return { kind: "known", role: "none" };
    const key = `${account.id} ${account.login} ${repositoryKey(repository)}`;
    const known = this.#known.get(key);
    const isUsable =
      known !== undefined &&
      (age === "now"
        ? !known.isSent
        : clock.monotonic() - (known.settled?.at ?? Infinity) < keptMs(known, age));
    if (isUsable) return known.answer;
    const begun = this.#begin(account, repository, known);
    this.#known.set(key, begun);
    return begun.answer;
  }

  get size(): number {
    return this.#known.size;
  }

  #begin(account: Account, repository: Repository, earlier: Known | undefined): Known {
    const before = earlier === undefined ? "none" : lastRoleOf(earlier);
    const onSent = () => {
      known.isSent = true;
    };
    const answer = Promise.resolve().then(async () => this.#ask(account, repository, before, onSent));
    const known: Known = { answer, before, settled: null, isSent: false };
    void answer.then((settled) => {
      known.settled = { answer: settled, at: this.#options.clock.monotonic() };
    });
    return known;
  }

  /** Never rejects. */
  async #ask(
    account: Account,
    repository: Repository,
    lastKnown: RepositoryRole,
    onSent: () => void,
  ): Promise<RoleAnswer> {
    const { calls, clock, log } = this.#options;
    let isLate = false;
    const late = (): never => {
      isLate = true;
      throw new ForgeError(`GitHub did not answer within ${PATIENCE_MS / 1000} s`, true);
    };
    try {
      // A question whose page has given up keeps its turn until GitHub answers or the call ends.
      const asked = this.#turns.run(async () => {
        onSent();
        if (isLate) return NO_ROLE;
        return readCollaboratorRole(calls, repository, account.login);
      });
      const { role, accountId } = await withTimeout(asked, PATIENCE_MS, late, clock);
      // Another account may have taken the login since the person signed in.
      return { kind: "known", role: accountId === account.id ? role : "none" };
    } catch (error) {
      const why = error instanceof WorldError ? error.message : "the role could not be read";
      log.warn(
        { repository: repositoryKey(repository), error: errorText(error) },
        "a person's role is unknown",
      );
      return { kind: "unknown", lastKnown, why };
    }
  }
}

function keptMs({ settled }: Known, age: "minute" | "polled"): number {
  if (settled?.answer.kind === "unknown") return FAILED_MS;
  return age === "polled" ? POLLED_ROLE_MS : ROLE_MS;
}

function lastRoleOf({ settled, before }: Known): RepositoryRole {
  if (settled === null) return before;
  return settled.answer.kind === "known" ? settled.answer.role : settled.answer.lastKnown;
}

const permission = z.object({
  /** For a custom role, the role that it extends. */
  permission: z.string(),
  role_name: z.optional(z.string()),
  user: z.nullish(z.object({ id: z.number() })),
});

export interface CollaboratorRole {
  readonly role: RepositoryRole;
  /** The account that has the login now; null: none is known. */
  readonly accountId: number | null;
}

const NO_ROLE: CollaboratorRole = { role: "none", accountId: null };

/** Everyone has the role read in a public repository. */
export async function readCollaboratorRole(
  calls: Pick<GitHubCalls, "read">,
  repository: Repository,
  login: string,
): Promise<CollaboratorRole> {
  const route = "/collaborators/{username}/permission";
  const parsed = permission.safeParse(await calls.read(repository, route, { username: login }));
  if (!parsed.success) return NO_ROLE;
  const { permission: base, role_name: name = "", user } = parsed.data;
  return { role: strongestRole([base, name]), accountId: user?.id ?? null };
}
