/**
 * Checks that belong to one way of landing only: merges by GitHub, landings without a test run by push, and pull requests
 * that shall show as merged although the service pushes. Reports nothing for a plain push.
 */
import * as z from "zod/mini";
import type { LandingWay } from "../../../domain/queue-settings.js";
import { type Repository, repositoryKey } from "../../../domain/repository.js";
import { type RuleAnswer, readAll, ruleAnswer } from "../../github/api/answers.js";
import { isBypassed, readBypass, readProtection } from "../../github/forge/branch-protection.js";
import { saysNoRulesets } from "../../github/forge/branch-rules.js";
import { broken, type Check, doubtful, type Found, fine, RestsOn } from "../finding.js";
import type { TargetBranch, TargetBranches } from "../target-branches.js";
import { type Questions, repositoryCheckName } from "./questions.js";

export interface LandingOptionsWorld {
  readonly questions: Questions;
  readonly targets: TargetBranches;
  readonly landing: LandingWay;
  /** False on an Enterprise Server. */
  readonly mergesInBackground: boolean;
}

/** Rules that GitHub's merge meets only by a bypass. */
const BYPASSED_BY_MERGE = new Set(["update", "merge_queue"]);
/** Stands for the branches of pull requests, of which there may be none now. */
const ANY_HEAD = "merge-queue-doctor";

export function landingOptionsCheck(world: LandingOptionsWorld, repository: Repository): Check {
  const { questions, targets } = world;
  return {
    name: `landing in ${repositoryKey(repository)}`,
    look: async () => {
      const { body: facts } = await questions.repository(repository);
      if (facts === null) throw new RestsOn(repositoryCheckName(repository));
      const branches = await targets(repository, facts.default_branch);
      const found = await Promise.all(branches.map(async (branch) => findingsOf(world, repository, branch)));
      return found.flat();
    },
  };
}

async function findingsOf(
  { questions, landing, mergesInBackground }: LandingOptionsWorld,
  repository: Repository,
  { name, queue }: TargetBranch,
): Promise<readonly Found[]> {
  const place = { questions, repository, branch: name };
  const settings = queue?.queue.settings;
  const isShown = settings?.showAsMerged === "head-push";
  const isMerge = landing === "merge";
  const ofMerge = isMerge && mergesInBackground ? await bypassFindings(place) : [];
  const ofChecks = !isMerge && settings?.directMergeMode === "always" ? await untestedFindings(place) : [];
  const found = [...ofMerge, ...ofChecks];
  if (!isShown) return found;
  if (isMerge || settings.mergeMethod === "merge_commit") {
    const why = isMerge ? "GitHub merges" : "its merge method is merge_commit";
    return [...found, fine(`branch ${name}: showAsMerged has no effect, because ${why}`)];
  }
  return [...found, ...(await headPushFindings(place))];
}

interface Place {
  readonly questions: Questions;
  readonly repository: Repository;
  readonly branch: string;
}

async function bypassFindings({ questions, repository, branch }: Place): Promise<readonly Found[]> {
  const rules = (await rulesOn({ questions, repository, branch })).filter(({ type }) =>
    BYPASSED_BY_MERGE.has(type),
  );
  const ids = [...new Set(rules.map(({ ruleset_id: id }) => id))];
  const found = await Promise.all(
    ids.map(async (id): Promise<readonly Found[]> => {
      const { name, mode } = await readBypass(questions.calls, repository, id);
      if (mode !== "always" && mode !== "pull_requests_only") return [];
      const says = `branch ${branch}: the service may bypass the ruleset ${JSON.stringify(name)}, but not with the mode that GitHub counts for its merges in the background`;
      return [broken(says, "set the bypass mode of the App, or of the token's owner, to Exempt there")];
    }),
  );
  return found.flat();
}

const CHECKS = "required_status_checks";

/** Rules that refuse the push of a commit without a test run. */
async function untestedFindings(place: Place): Promise<readonly Found[]> {
  const { questions, repository, branch } = place;
  const doubt = (says: string, next: string): Found =>
    doubtful(
      `branch ${branch}: landWithoutRetest is on, but ${says}, so GitHub refuses a commit without a test run, and its pull request is tested after all`,
      `${next}; or set landWithoutRetest of the queue to off`,
    );
  const ids = new Set(
    (await rulesOn(place)).flatMap(({ type, ruleset_id: id }) => (type === CHECKS ? [id] : [])),
  );
  const ofRulesets = await Promise.all(
    [...ids].map(async (id): Promise<readonly Found[]> => {
      const { name, mode } = await readBypass(questions.calls, repository, id);
      if (isBypassed(mode, "push")) return [];
      const which = name === "" ? "a ruleset" : `the ruleset ${JSON.stringify(name)}`;
      const says = `${which} requires checks, and the service ${mode === null ? "cannot see whether it may" : "may not"} bypass it`;
      return [doubt(says, `add the App to the bypass list of ${which}, set to Always allow`)];
    }),
  );
  const protection = await readProtection(questions.calls, repository, branch);
  const isProtected = protection !== "unreadable" && (protection?.required_status_checks ?? null) !== null;
  const next = `require the checks by a ruleset instead, and add the App to its bypass list`;
  return [
    ...ofRulesets.flat(),
    ...(isProtected ? [doubt("branch protection requires checks, which an App may not bypass", next)] : []),
  ];
}

const reviewsRule = z.object({
  dismiss_stale_reviews_on_push: z.optional(z.boolean()),
  require_last_push_approval: z.optional(z.boolean()),
});

async function headPushFindings(place: Place): Promise<readonly Found[]> {
  const { branch } = place;
  const called = `branch ${branch}`;
  const cost = `${called}: the head of each pull request is pushed before it lands, which costs four calls and another run of the workflows on its branch`;
  const losesApprovals = (await rulesOn(place)).some(({ type, parameters }) => {
    const reviews = type === "pull_request" ? reviewsRule.safeParse(parameters).data : undefined;
    return reviews?.dismiss_stale_reviews_on_push === true || reviews?.require_last_push_approval === true;
  });
  const [ofHeads] = await rulesOn({ ...place, branch: ANY_HEAD });
  return [
    fine(cost),
    ...(losesApprovals
      ? [
          doubtful(
            `${called}: a ruleset takes approvals away after a push, and so after a head push whose landing fails; the pull request then waits for another approval`,
            "set showAsMerged of the queue to off if that happens too often",
          ),
        ]
      : []),
    ...(ofHeads === undefined
      ? []
      : [
          doubtful(
            `${called}: a ruleset applies to all branches (${ofHeads.type}), so no head is pushed, and pull requests show as closed`,
            "restrict the ruleset to branches that need it, or set showAsMerged of the queue to off",
          ),
        ]),
  ];
}

async function rulesOn({ questions, repository, branch }: Place): Promise<readonly RuleAnswer[]> {
  try {
    return readAll(
      ruleAnswer,
      await questions.calls.list(repository, "/rules/branches/{branch}", { branch }),
    );
  } catch (error) {
    if (saysNoRulesets(error)) return [];
    throw error;
  }
}
