/** The checks that branch protection and rulesets demand of a branch, and whose they have to be. */
import { type Repository, repositoryKey } from "../../../domain/repository.js";
import { ForgeError } from "../../ports/world-error.js";
import { branchAnswer, read, readAll, ruleAnswer, statusChecksRule } from "./answers.js";
import type { GitHubCalls } from "./calls/github-calls.js";

export interface RequiredCheck {
  readonly name: string;
  /** Ids of the Apps that it has to come from, all of them; empty takes anybody's. */
  readonly apps: readonly number[];
}

interface Known {
  readonly at: number;
  readonly checks: Promise<readonly RequiredCheck[]>;
}

/** Several runs start at once, and rules change rarely. */
const KEPT_MS = 30_000;
/** GitHub's way to say that any App will do. */
const ANY_APP = -1;
/** The plan of a private repository has no rulesets, or the Enterprise Server is older than they are. */
const NO_RULESETS = /\bUpgrade to GitHub\b| with 404\b/;

export class RequiredChecks {
  readonly #calls: GitHubCalls;
  readonly #keptMs: number;
  readonly #known = new Map<string, Known>();

  constructor(calls: GitHubCalls, keptMs = KEPT_MS) {
    this.#calls = calls;
    this.#keptMs = keptMs;
  }

  async of(repository: Repository, branch: string): Promise<readonly RequiredCheck[]> {
    const key = `${repositoryKey(repository)} ${branch}`;
    const known = this.#known.get(key);
    if (known !== undefined && performance.now() - known.at < this.#keptMs) return known.checks;
    const checks = this.#read(repository, branch);
    this.#known.set(key, { at: performance.now(), checks });
    checks.catch(() => this.#known.delete(key));
    return checks;
  }

  async #read(repository: Repository, branch: string): Promise<readonly RequiredCheck[]> {
    const [protection, rules] = await Promise.all([
      this.#ofProtection(repository, branch),
      this.#ofRulesets(repository, branch),
    ]);
    return united([...protection, ...rules]);
  }

  async #ofProtection(repository: Repository, branch: string): Promise<readonly RequiredCheck[]> {
    const answer = await this.#calls.read(repository, "/branches/{branch}", { branch });
    if (answer === null) return [];
    const checks = read(branchAnswer, answer, `branch ${branch}`).protection?.required_status_checks;
    if (checks === undefined || checks === null || checks.enforcement_level === "off") return [];
    const named = (checks.checks ?? []).map(({ context, app_id: app }) => requiredOf(context, app));
    // Old Enterprise Servers tell the names only.
    const old = (checks.contexts ?? []).filter((name) => named.every((check) => check.name !== name));
    return [...named, ...old.map((name) => requiredOf(name, null))];
  }

  async #ofRulesets(repository: Repository, branch: string): Promise<readonly RequiredCheck[]> {
    const rules = await this.#rules(repository, branch);
    const demanding = readAll(ruleAnswer, rules).filter(({ type }) => type === "required_status_checks");
    return demanding.flatMap(({ parameters }) =>
      read(statusChecksRule, parameters, `the rules of branch ${branch}`).required_status_checks.map(
        ({ context, integration_id: app }) => requiredOf(context, app),
      ),
    );
  }

  async #rules(repository: Repository, branch: string): Promise<readonly unknown[]> {
    try {
      return await this.#calls.list(repository, "/rules/branches/{branch}", { branch });
    } catch (error) {
      if (saysNoRulesets(error)) return [];
      throw error;
    }
  }
}

export function saysNoRulesets(error: unknown): boolean {
  return error instanceof ForgeError && !error.retryable && NO_RULESETS.test(error.message);
}

function requiredOf(name: string, app: number | null | undefined): RequiredCheck {
  return { name, apps: app === null || app === undefined || app === ANY_APP ? [] : [app] };
}

/** Each name once, with every App that somebody demands. */
function united(checks: readonly RequiredCheck[]): readonly RequiredCheck[] {
  const byName = new Map<string, RequiredCheck>();
  for (const { name, apps } of checks) {
    byName.set(name, { name, apps: [...new Set([...(byName.get(name)?.apps ?? []), ...apps])] });
  }
  return [...byName.values()];
}
