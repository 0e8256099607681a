/** The checks that branch protection and rulesets demand of a branch, and whose they have to be. */
import type { Repository } from "../../../domain/repository.js";
import { type RuleAnswer, read, statusChecksRule } from "./answers.js";
import type { BranchRules, RulesOfBranch } from "./branch-rules.js";

export interface RequiredCheck {
  readonly name: string;
  /** Ids of the Apps that it has to come from, all of them; empty takes anybody's. */
  readonly apps: readonly number[];
}

/** GitHub's way to say that any App will do. */
const ANY_APP = -1;

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
  // Old Enterprise Servers tell the names only.
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

/** Each name once, with every App that somebody demands. */
function united(checks: readonly RequiredCheck[]): readonly RequiredCheck[] {
  const byName = new Map<string, RequiredCheck>();
  for (const { name, apps } of checks) {
    byName.set(name, { name, apps: [...new Set([...(byName.get(name)?.apps ?? []), ...apps])] });
  }
  return [...byName.values()];
}
