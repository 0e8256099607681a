/** `mergeable_state`, in the words of https://docs.github.com/en/graphql/reference/enums#mergestatestatus in lower case. */
import { isJsonObject, type JsonObject } from "../json-object.js";
import { everythingPassed } from "./checks.js";
import { bypassOf, objections, protectionOf, rulesetsOf } from "./protection.js";
import { branchRef, type Pull } from "./pull.js";
import type { GitHubWorld } from "./world.js";

/** Nobody in particular: what holds for those who may not bypass the rules. */
const ANYBODY = "";

/** `viewer` is the login that asks: GitHub shows some of those who may bypass a rule what is without it. */
export async function mergeableState(
  world: GitHubWorld,
  pull: Pull,
  mergeable: boolean | null,
  viewer = ANYBODY,
): Promise<string> {
  if (mergeable === null) return "unknown";
  if (!mergeable) return "dirty";
  if (pull.draft) return "draft";
  if (rulesBlock(world, pull, viewer)) return "blocked";
  if (await isBehind(world, pull)) return "behind";
  return everythingPassed(world, pull.headSha) ? "clean" : "unstable";
}

function rulesBlock(world: GitHubWorld, pull: Pull, viewer: string): boolean {
  const isExempt = rulesetsOf(world, pull.base).some((ruleset) => bypassOf(ruleset, viewer) === "exempt");
  const by = isExempt || world.bypassersSee === "clean" ? viewer : ANYBODY;
  const movement = { branch: pull.base, to: pull.headSha, by, pull };
  return objections(world, movement).some((reason) => !reason.startsWith("You're not authorized"));
}

/** Where a branch has to be up to date before it is merged. */
export async function isBehind(world: GitHubWorld, pull: Pull): Promise<boolean> {
  const strictRules = rulesetsOf(world, pull.base).some(({ rules }) => rules.some(isStrict));
  if (protectionOf(world, pull.base)?.strict !== true && !strictRules) return false;
  const base = world.git.ref(branchRef(null, pull.base));
  return base !== null && !(await world.git.contains(pull.headSha, base));
}

function isStrict({ parameters }: JsonObject): boolean {
  return isJsonObject(parameters) && parameters["strict_required_status_checks_policy"] === true;
}
