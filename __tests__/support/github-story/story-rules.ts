/**
 * Rules of the target branch by one row of the rulesets wind tunnel, and what people do about them: they meet a rule
 * about people, and the owner lifts a rule that nothing can meet, once the queue has named it.
 */
import type { LandingWay } from "../../../src/domain/queue-settings.js";
import type { GitHub } from "../github/git-hub.js";
import { type BypassMode, demandOn } from "../github/protection.js";
import { mayWrite, unmetDemands } from "../github/reviews.js";
import { PROTECTION_WINDS, RULE_WINDS, type RuleWind } from "../rulesets/rule-winds.js";
import type { Chance } from "../seeded-chance.js";

export interface StoryRulesPlan {
  readonly github: GitHub;
  /** Who writes as the service. */
  readonly login: string;
  readonly landing: LandingWay;
  readonly chance: Chance;
  /** Checks that GitHub requires on the branch; none: it protects no branch from a service in error. */
  readonly requiredChecks: readonly string[];
  /** Branch protection hides its demands from all others. */
  readonly isApp: boolean;
  /** Or the kind of the rule is drawn. */
  readonly isUnmeetable: boolean;
}

export class StoryRules {
  readonly #github: GitHub;
  /** How the service names the rule that nothing can meet; null: there is none. */
  readonly unmeetable: RegExp | null;
  readonly name: string;
  readonly #breaks: (number: number) => void;

  constructor(
    github: GitHub,
    name: string,
    unmeetable: RegExp | null = null,
    breaks: (number: number) => void = () => undefined,
  ) {
    this.#github = github;
    this.name = name;
    this.unmeetable = unmeetable;
    this.#breaks = breaks;
  }

  /** As the pull request is before anyone has looked at it. */
  begin(number: number): void {
    this.#breaks(number);
  }

  get demandsApproval(): boolean {
    const { approvals, codeOwners, lastPush } = demandOn(this.#github.world, "main");
    return approvals > 0 || codeOwners || lastPush;
  }

  isMet(number: number): boolean {
    const { world } = this.#github;
    return unmetDemands(world, this.#github.pull(number), demandOn(world, "main")).length === 0;
  }

  /** Reviewers and the deployment do their part. */
  meet(number: number): void {
    const github = this.#github;
    const { environments } = demandOn(github.world, "main");
    if (!mayWrite(github.world, "bob")) throw new Error("bob may not approve");
    github.review(number, "bob", "APPROVED");
    for (const { id, pull, isResolved } of github.world.threads)
      if (pull === number && !isResolved) github.resolveThread(id);
    for (const environment of environments)
      github.deploy(github.pull(number).headSha, environment, "success");
  }

  /** The owner removes the rule that nothing can meet. */
  lift(): void {
    const { rulesets, violatedRules } = this.#github.world;
    rulesets.splice(0, rulesets.length, ...rulesets.filter(({ name }) => name !== UNMEETABLE));
    violatedRules.clear();
  }
}

const UNMEETABLE = "nothing meets it";
const UNMEETABLE_KINDS: ReadonlySet<string> = new Set(["moving", "unknown"]);
/** Not in each of GitHub's published descriptions, with which all answers of a story are compared. */
const NOT_EVERYWHERE: ReadonlySet<string> = new Set(["code_quality", "license_compliance_scanning"]);

/** Rules of the story are in force from then on. */
export function drawRules(plan: StoryRulesPlan): StoryRules {
  const { github, chance, requiredChecks } = plan;
  addHarmlessRules(plan);
  const drawn = chance.next();
  const isStrict = chance.next() < 0.5;
  // Only branch protection and the rulesets below let GitHub itself refuse what a service in error does.
  if (requiredChecks.length > 0 && isStrict) github.protect("main", { checks: requiredChecks });
  else if (requiredChecks.length > 0) {
    const listed = requiredChecks.map((context) => ({ context }));
    const rule = { type: "required_status_checks", parameters: { required_status_checks: listed } };
    github.ruleset({ name: "checked", rules: [rule] });
  }
  if (plan.isUnmeetable) return unmeetableRule(plan);
  if (drawn < 0.45) return rulesAboutPeople(plan);
  if (drawn < 0.6 && plan.isApp) return protection(plan);
  if (drawn < 0.75) return rulesAboutMoves(plan);
  return drawn < 0.9 ? unmeetableRule(plan) : new StoryRules(github, "none");
}

function addHarmlessRules({ github, chance }: StoryRulesPlan): void {
  const harmless = RULE_WINDS.filter(({ kind }) => kind === "harmless");
  const rules = harmless.filter(() => chance.next() < 0.15).map(({ type }) => ({ type }));
  if (rules.length > 0) github.ruleset({ name: "harmless", rules });
}

/** GitHub counts only "exempt" for merges in the background, where the pull request itself has to meet the rule. */
function workingMode({ landing, chance }: StoryRulesPlan): BypassMode {
  return landing === "push" && chance.next() < 0.5 ? "always" : "exempt";
}

function rulesAboutPeople(plan: StoryRulesPlan): StoryRules {
  const { github, login, landing, chance } = plan;
  const winds = RULE_WINDS.filter(({ type, kind }) => kind === "people" && type !== "required_status_checks");
  const wind = pick(winds, chance);
  const isBypassed = landing === "push" || chance.next() < 0.5;
  const mode = workingMode(plan);
  github.world.codeOwners = wind.parameters?.["require_code_owner_review"] === true ? ["bob"] : [];
  github.ruleset({ rules: [ruleOf(wind)], bypassModes: isBypassed ? { [login]: mode } : {} });
  return new StoryRules(github, `${nameOf(wind)}, ${isBypassed ? mode : "never"}`, null, (number) =>
    wind.break?.(github, number),
  );
}

function protection({ github, login, chance, requiredChecks: checks }: StoryRulesPlan): StoryRules {
  const wind = pick(
    PROTECTION_WINDS.filter((each) => each.checks === undefined),
    chance,
  );
  const codeOwners = wind.protection.codeOwners === true;
  github.world.codeOwners = codeOwners ? ["bob"] : [];
  // Who bypasses branch protection bypasses its checks too.
  github.protect("main", { ...wind.protection, checks, bypass: [login] });
  return new StoryRules(github, `branch protection: ${wind.name}`, null, (number) =>
    wind.break?.(github, number),
  );
}

/** All of them are bypassed; unmet, as GitHub would find them, or met. */
function rulesAboutMoves(plan: StoryRulesPlan): StoryRules {
  const { github, login, chance } = plan;
  const drawn = RULE_WINDS.filter(({ kind }) => kind === "moving").filter(() => chance.next() < 0.3);
  const mode = workingMode(plan);
  if (drawn.length > 0) github.ruleset({ rules: drawn.map(ruleOf), bypassModes: { [login]: mode } });
  for (const { type } of drawn) if (chance.next() < 0.5) github.world.violatedRules.add(type);
  return new StoryRules(github, `${drawn.map(nameOf).join(" and ")}, ${mode}`);
}

/** A rule about moves that the service may not bypass, or one that it cannot check and may bypass. */
function unmeetableRule({ github, login, landing, chance }: StoryRulesPlan): StoryRules {
  const wind = pick(
    RULE_WINDS.filter(({ type, kind }) => UNMEETABLE_KINDS.has(kind) && !NOT_EVERYWHERE.has(type)),
    chance,
  );
  const bypassed = { [login]: landing === "push" ? "always" : "exempt" } as const;
  github.world.violatedRules.add(wind.type);
  github.ruleset({
    name: UNMEETABLE,
    rules: [ruleOf(wind)],
    bypassModes: wind.kind === "unknown" ? bypassed : {},
  });
  return new StoryRules(github, `${nameOf(wind)} that nothing meets`, wind.named);
}

function ruleOf({ type, parameters }: RuleWind) {
  return { type, ...(parameters !== undefined && { parameters }) };
}

function nameOf({ type, parameters }: RuleWind): string {
  return parameters === undefined ? type : `${type} ${JSON.stringify(parameters)}`;
}

function pick<Item>(items: readonly Item[], chance: Chance): Item {
  const item = items[chance.whole(0, items.length - 1)];
  if (item === undefined) throw new Error("there is nothing to draw");
  return item;
}
