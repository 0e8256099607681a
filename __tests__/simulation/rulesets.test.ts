/**
 * A wind tunnel of branch rules: each rule type, whether the service may bypass it, and whether the pull request meets
 * it. A pull request is ready only if it meets the rule, or the rule is about moving the branch and bypassed; otherwise
 * the rule is named within two polls (docs/adr/0002).
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { pullRequestNumber } from "../../src/domain/ids.js";
import type { LandingWay } from "../../src/domain/queue-settings.js";
import type { ReadDepth } from "../../src/service/ports/forge.js";
import type { GitHub } from "../support/github/git-hub.js";
import { SERVICE_LOGIN } from "../support/github/open-git-hub.js";
import { describedBy } from "../support/github-contract/published-operations.js";
import { PublishedSchemas } from "../support/github-contract/published-schemas.js";
import { ACME_SHOP, GitHubForgeWorld, withSettings } from "../support/github-forge-world.js";
import { isJsonObject } from "../support/json-object.js";
import { PROTECTION_WINDS, RULE_WINDS, type RuleWind } from "../support/rulesets/rule-winds.js";
import { bySize, inShard } from "../support/test-size.js";

const MODES = ["always", "exempt", "pull_request", "never"] as const;
const LANDINGS: readonly LandingWay[] = ["push", "merge"];
const SIGHTS = ["blocked", "clean"] as const;
/** Every so many of the winds. */
const STEP = bySize({ reduced: 29, share: 11, all: 2, full: 1 });

let landing: LandingWay = "push";
let world: GitHubForgeWorld;
let github: GitHub;

beforeAll(async () => {
  world = await GitHubForgeWorld.open({
    settingsOf: async (...asked) => withSettings({ landing })(...asked),
  });
  github = world.github;
  github.world.unknownReads = 0;
  github.world.codeOwners = ["bob"];
  github.setPermission("bob", "write");
});
afterAll(async () => world[Symbol.asyncDispose]());
beforeEach(calm);

/** No rules, and nothing that violates one. */
function calm(): void {
  github.world.rulesets.splice(0);
  github.world.protections.clear();
  github.world.violatedRules.clear();
}

interface Readiness {
  readonly isReady: boolean;
  readonly words: string;
}

async function readiness(number: number, depth: ReadDepth): Promise<Readiness> {
  const facts = await world.forge.readPullRequest(ACME_SHOP, pullRequestNumber(number), "main", depth);
  const unmet = facts?.unmetRules ?? [];
  const isReady = facts?.mergeability === "mergeable" && unmet.length === 0;
  return { isReady, words: unmet.map(({ words }) => words).join("; ") };
}

interface Expected {
  readonly isReady: boolean;
  readonly isReadyToLand: boolean;
  readonly named: RegExp;
}

/** What is untrue, in sentences. */
async function untruths(number: number, expected: Expected): Promise<readonly string[]> {
  const first = await readiness(number, "admission");
  const polled = [await readiness(number, "poll"), await readiness(number, "poll")];
  const toLand = await readiness(number, "landing");
  const last = polled[1] ?? first;
  const said = (is: boolean) => (is ? "ready" : "not ready");
  return [
    ...(first.isReady && !expected.isReady ? ["admitted"] : []),
    ...(last.isReady === expected.isReady ? [] : [`${said(last.isReady)} after two polls: ${last.words}`]),
    ...(expected.isReady || expected.named.test(last.words) ? [] : [`not named: ${last.words}`]),
    ...(toLand.isReady && !expected.isReadyToLand ? ["landing although a rule about it is not met"] : []),
  ];
}

interface Wind {
  readonly rule: RuleWind;
  readonly mode: (typeof MODES)[number];
  readonly way: LandingWay;
  readonly shown: (typeof SIGHTS)[number];
  readonly isMet: boolean;
}

function winds(): readonly Wind[] {
  return RULE_WINDS.flatMap((rule) =>
    MODES.flatMap((mode) =>
      LANDINGS.flatMap((way) =>
        SIGHTS.flatMap((shown) => [true, false].map((isMet) => ({ rule, mode, way, shown, isMet }))),
      ),
    ),
  ).filter(({ rule, isMet }) => (isMet ? rule.meet !== null : rule.kind !== "harmless"));
}

function expectedOf({ rule: { type, kind, named }, mode, way, shown, isMet }: Wind): Expected {
  // GitHub merges in the background, where "exempt" alone counts.
  const isBypassed = mode === "exempt" || (mode === "always" && way === "push");
  const mayBypass = mode !== "never";
  // To an account that may bypass the rule, GitHub may show a pull request as if the rule did not exist.
  if (kind === "unknown") return { isReady: isMet && !mayBypass, isReadyToLand: !mayBypass, named };
  // What this move may not bypass and GitHub does not show either, GitHub refuses when the branch moves.
  const isOfPull = type !== "required_signatures" || way === "merge";
  const isOfOtherMoves = mode === "pull_request" || (mode === "always" && way === "merge");
  const isHidden = isOfPull && isOfOtherMoves && shown === "clean";
  const isReady = isMet || (kind === "moving" && (isBypassed || isHidden));
  // The test run decides checks, and GitHub the moves of the branch.
  const isLeft = kind === "moving" || type === "required_status_checks";
  return { isReady, isReadyToLand: isMet || isLeft, named };
}

async function blow(wind: Wind): Promise<readonly string[]> {
  calm();
  const { rule, mode, way, shown, isMet } = wind;
  landing = way;
  github.world.bypassersSee = shown;
  const { number } = await github.openPullRequest({ author: "ada" });
  const bypassModes = mode === "never" ? {} : { [SERVICE_LOGIN]: mode };
  const { type, parameters } = rule;
  github.ruleset({ rules: [{ type, ...(parameters !== undefined && { parameters }) }], bypassModes });
  if (isMet) rule.meet?.(github, number);
  else rule.break?.(github, number);
  const of = `${type} ${JSON.stringify(parameters ?? {})}, bypass ${mode}, ${way}, shown ${shown}, ${isMet ? "met" : "unmet"}`;
  return (await untruths(number, expectedOf(wind))).map((words) => `${of}: ${words}`);
}

describe("the winds", () => {
  it("have each rule type that GitHub publishes", () => {
    const schemas = new PublishedSchemas(describedBy("api.github.com").document, "whole");
    const published = new Set<string>();
    const walk = (schema: unknown): void => {
      const { properties, anyOf, oneOf, allOf } = schemas.resolve(schema);
      for (const all of [anyOf, oneOf, allOf]) if (Array.isArray(all)) all.forEach(walk);
      const type = isJsonObject(properties) ? properties["type"] : undefined;
      const types: unknown = isJsonObject(type) ? type["enum"] : undefined;
      if (Array.isArray(types)) for (const one of types) published.add(String(one));
    };
    walk({ $ref: "#/components/schemas/repository-rule-detailed" });
    const known = new Set(RULE_WINDS.map(({ type }) => type));
    expect(published.size).toBeGreaterThan(20);
    expect([...published].filter((type) => !known.has(type))).toEqual([]);
  });

  it("lead to readiness only where the rule is met or rightly bypassed, and are named otherwise", async () => {
    const untrue: string[] = [];
    const blown = winds().filter((_wind, index) => index % STEP === 0);
    for (const wind of inShard(blown)) untrue.push(...(await blow(wind)));
    expect(untrue).toEqual([]);
  });

  it("of branch protection do so too", async () => {
    const untrue: string[] = [];
    let index = 0;
    for (const { name, protection, checks, named, ...wind } of PROTECTION_WINDS) {
      for (const isMet of [true, false]) {
        for (const bypass of [[], [SERVICE_LOGIN]]) {
          for (const shown of SIGHTS) {
            index += 1;
            if (index % STEP !== 1 % STEP) continue;
            calm();
            landing = "push";
            github.world.bypassersSee = shown;
            const { number } = await github.openPullRequest({ author: "ada" });
            github.protect("main", { ...protection, ...(checks !== undefined && { checks }), bypass });
            if (isMet) wind.meet(github, number);
            else wind.break?.(github, number);
            const found = await untruths(number, {
              isReady: isMet,
              isReadyToLand: isMet || checks !== undefined,
              named,
            });
            const of = `${name}, bypass ${bypass.length > 0}, shown ${shown}, ${isMet ? "met" : "unmet"}`;
            untrue.push(...found.map((words) => `${of}: ${words}`));
          }
        }
      }
    }
    expect(untrue).toEqual([]);
  });
});
