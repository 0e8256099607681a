/**
 * Reads what GitHub enforces on a branch: the rules of its rulesets, and whether it has branch protection. Results are
 * cached briefly; an unchanged answer costs no rate limit.
 */
import { type Repository, repositoryKey } from "../../../domain/repository.js";
import { ForgeError } from "../../ports/world-error.js";
import {
  type BranchAnswer,
  branchAnswer,
  type RuleAnswer,
  read,
  readAll,
  ruleAnswer,
  statusChecksRule,
} from "../api/answers.js";
import type { GitHubReads } from "../api/github-calls.js";

export interface RulesOfBranch {
  /** The rules in force, bypassed or not. */
  readonly rules: readonly RuleAnswer[];
  /** null: the branch does not exist. */
  readonly branch: BranchAnswer | null;
}

interface Known {
  readonly at: number;
  readonly rules: Promise<RulesOfBranch>;
}

/** Several test runs often start together, and rules change rarely. */
const KEPT_MS = 30_000;
/** The plan of a private repository does not include rulesets, or the Enterprise Server is older than rulesets. */
const NO_RULESETS = /\bUpgrade to GitHub\b| with 404\b/;

export class BranchRules {
  readonly #calls: GitHubReads;
  readonly #keptMs: number;
  readonly #known = new Map<string, Known>();

  constructor(calls: GitHubReads, keptMs = KEPT_MS) {
    this.#calls = calls;
    this.#keptMs = keptMs;
  }

  async of(repository: Repository, branch: string): Promise<RulesOfBranch> {
    const key = `${repositoryKey(repository)} ${branch}`;
    const known = this.#known.get(key);
    if (known !== undefined && performance.now() - known.at < this.#keptMs) return known.rules;
    const rules = this.#read(repository, branch);
    this.#known.set(key, { at: performance.now(), rules });
    rules.catch(() => this.#known.delete(key));
    return rules;
  }

  async #read(repository: Repository, branch: string): Promise<RulesOfBranch> {
    const [answer, listed] = await Promise.all([
      this.#calls.read(repository, "/branches/{branch}", { branch }),
      this.#listed(repository, branch),
    ]);
    return {
      rules: readAll(ruleAnswer, listed),
      branch: answer === null ? null : read(branchAnswer, answer, `branch ${branch}`),
    };
  }

  async #listed(repository: Repository, branch: string): Promise<readonly unknown[]> {
    try {
      return await this.#calls.list(repository, "/rules/branches/{branch}", { branch });
    } catch (error) {
      if (saysNoRulesets(error)) return [];
      throw error;
    }
  }
}

/** GitHub answers a read of a renamed branch from its new name. null: it knows no other one. */
export async function presentBranch(
  calls: GitHubReads,
  repository: Repository,
  branch: string,
): Promise<string | null> {
  const answer = await calls.read(repository, "/branches/{branch}", { branch });
  const present = branchAnswer.safeParse(answer).data?.name ?? null;
  return present === branch ? null : present;
}

export function saysNoRulesets(error: unknown): boolean {
  return error instanceof ForgeError && !error.retryable && NO_RULESETS.test(error.message);
}

export interface RequiredCheck {
  readonly name: string;
  /** Ids of the Apps that all have to report it; empty: any App may. */
  readonly apps: readonly number[];
}

/** GitHub's id for "any App". */
const ANY_APP = -1;

/** The checks that branch protection and rulesets require on a branch, and the Apps that have to report them. */
export class RequiredChecks {
  readonly #rules: BranchRules;

  constructor(rules: BranchRules) {
    this.#rules = rules;
  }

  async of(repository: Repository, branch: string): Promise<readonly RequiredCheck[]> {
    const rules = await this.#rules.of(repository, branch);
    return united([...ofProtection(rules), ...ofRulesets(rules, branch)]);
  }
}

function ofProtection({ branch }: RulesOfBranch): readonly RequiredCheck[] {
  const checks = branch?.protection?.required_status_checks;
  if (checks === undefined || checks === null || checks.enforcement_level === "off") return [];
  const named = (checks.checks ?? []).map(({ context, app_id: app }) => requiredOf(context, app));
  // Old Enterprise Servers return only the names.
  const old = (checks.contexts ?? []).filter((name) => named.every((check) => check.name !== name));
  return [...named, ...old.map((name) => requiredOf(name, null))];
}

function ofRulesets({ rules }: RulesOfBranch, branch: string): readonly RequiredCheck[] {
  const demanding = rules.filter(({ type }) => type === "required_status_checks");
  return demanding.flatMap((rule) => checksIn(rule, branch));
}

function checksIn({ parameters }: RuleAnswer, branch: string): readonly RequiredCheck[] {
  const demanded = read(statusChecksRule, parameters, `the rules of branch ${branch}`);
  return demanded.required_status_checks.map(({ context, integration_id: app }) => requiredOf(context, app));
}

function requiredOf(name: string, app: number | null | undefined): RequiredCheck {
  return { name, apps: app === null || app === undefined || app === ANY_APP ? [] : [app] };
}

/** Merges checks of the same name; all their Apps are required. */
function united(checks: readonly RequiredCheck[]): readonly RequiredCheck[] {
  const byName = new Map<string, RequiredCheck>();
  for (const { name, apps } of checks) {
    byName.set(name, { name, apps: [...new Set([...(byName.get(name)?.apps ?? []), ...apps])] });
  }
  return [...byName.values()];
}
