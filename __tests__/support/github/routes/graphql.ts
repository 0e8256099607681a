/**
 * The one mutation and the queries that the service sends. Follows https://docs.github.com/en/graphql/reference/git#updaterefs
 * and https://docs.github.com/en/graphql/reference/objects#pullrequest; a refusal is an answer with `errors`.
 */
import { isJsonObject, type JsonObject } from "../../json-object.js";
import { mayDo } from "../caller.js";
import { NO_COMMIT } from "../git-side.js";
import {
  demandOn,
  objections,
  type Protection,
  prohibitions,
  protectionOf,
  rulesetsOf,
} from "../protection.js";
import type { Pull } from "../pull.js";
import { latestOpinions, mayWrite, reviewDecision } from "../reviews.js";
import { type Call, memberOf, ok, Refusal, type Route } from "../route.js";

export const GRAPHQL_ROUTES: readonly Route[] = [{ route: "POST /graphql", answer: answerQuery }];

async function answerQuery(call: Call) {
  const { query, variables } = call.body;
  if (typeof query !== "string" || !isJsonObject(variables)) throw new Refusal(400, "A query is missing");
  if (/\breviewThreads\b/.test(query)) return ok(pullRequestAnswer(call, variables));
  if (/\bmergeQueue\b/.test(query)) return ok(queueAnswer(call, variables));
  if (/\bbranchProtectionRules\b/.test(query)) return ok(patternsAnswer(call));
  if (!/\bupdateRefs\b/.test(query))
    throw new Refusal(400, "The counterpart knows updateRefs and pullRequest");
  const failure = await moveRefs(call, variables);
  const answered = { updateRefs: failure === null ? { clientMutationId: null } : null };
  return ok({
    data: answered,
    ...(failure === null ? {} : { errors: [{ ...failure, path: ["updateRefs"] }] }),
  });
}

const PULL_REQUEST = ["repository", "pullRequest"];

function pullRequestAnswer(call: Call, { owner, name, number, after }: JsonObject): JsonObject {
  const { world, caller } = call;
  // As if another repository had taken the former name.
  const ofOther = world.isFormerNameTaken ? world.ofOther.get("/graphql") : undefined;
  const isOfAnother = world.renamedTo !== null && world.renamedTo !== `${String(owner)}/${String(name)}`;
  if (isOfAnother && isJsonObject(ofOther)) return ofOther;
  const pull = isOfAnother ? undefined : world.pulls.get(Number(number));
  if (pull === undefined) {
    const message = `Could not resolve to a PullRequest with the number of ${String(number)}.`;
    const error = { type: "NOT_FOUND", path: PULL_REQUEST, message };
    return { data: { repository: { pullRequest: null } }, errors: [error] };
  }
  const refused = (path: readonly string[]) => ({
    type: "FORBIDDEN",
    path: [...PULL_REQUEST, ...path],
    message: "Resource not accessible by integration",
  });
  if (!mayDo(caller, "pull_requests: read")) {
    return { data: { repository: { pullRequest: null } }, errors: [refused([])] };
  }
  const mayAdminister = mayDo(caller, "administration: read");
  const rule = protectionOf(world, pull.base);
  const baseRef: JsonObject = {
    refUpdateRule: rule === undefined ? null : presentUpdateRule(rule, caller.login),
    branchProtectionRule: rule === undefined || !mayAdminister ? null : presentRule(rule),
  };
  const whole: JsonObject = {
    ...presentReviews(call, pull, typeof after === "string" ? after : ""),
    baseRef,
  };
  const hidden = [...world.hiddenFields].filter((field) => Object.hasOwn(whole, field));
  const errors = [
    ...hidden.map((field) => refused([field])),
    ...(rule !== undefined && !mayAdminister ? [refused(["baseRef", "branchProtectionRule"])] : []),
  ];
  const pullRequest = { ...whole, ...Object.fromEntries(hidden.map((field) => [field, null])) };
  const databaseId = world.repositoryObject["id"] ?? null;
  return { data: { repository: { databaseId, pullRequest } }, ...(errors.length === 0 ? {} : { errors }) };
}

const PAGE = 100;

function presentReviews({ world }: Call, pull: Pull, after: string): JsonObject {
  const opinions = latestOpinions(world, pull);
  const node = ({ state, author }: { state: string; author: string }) => ({
    state,
    author: { login: author },
  });
  const threads = world.threads.filter((thread) => thread.pull === pull.number);
  const start = after === "" ? 0 : Number(after);
  const end = start + PAGE;
  return {
    headRefOid: pull.headSha,
    reviewDecision: reviewDecision(world, pull, demandOn(world, pull.base)),
    byWriters: { nodes: opinions.filter(({ author }) => mayWrite(world, author)).map(node) },
    byAll: { nodes: opinions.map(node), pageInfo: { hasNextPage: false } },
    reviewThreads: {
      nodes: threads.slice(start, end).map(({ isResolved }) => ({ isResolved })),
      pageInfo: { hasNextPage: threads.length > end, endCursor: String(end) },
    },
  };
}

/** https://docs.github.com/en/graphql/reference/objects#refupdaterule: what is shown without administration rights. */
function presentUpdateRule(rule: Protection, viewer: string): JsonObject {
  return {
    requiredApprovingReviewCount: rule.requiredReviews,
    requiresCodeOwnerReviews: rule.codeOwners,
    requiresConversationResolution: rule.threads,
    viewerCanPush: rule.pushers === null || rule.pushers.includes(viewer),
  };
}

/** https://docs.github.com/en/graphql/reference/objects#branchprotectionrule */
function presentRule(rule: Protection): JsonObject {
  return {
    requiresDeployments: rule.environments.length > 0,
    requiredDeploymentEnvironments: rule.environments,
  };
}

/** https://docs.github.com/en/graphql/reference/objects#mergequeue */
function queueAnswer({ world }: Call, { branch }: JsonObject): JsonObject {
  const name = String(branch);
  const isOn =
    protectionOf(world, name)?.mergeQueue === true ||
    rulesetsOf(world, name).some(({ rules }) => rules.some(({ type }) => type === "merge_queue"));
  const url = `${world.htmlUrl}/queue/${name}`;
  return { data: { repository: { mergeQueue: isOn ? { url } : null } } };
}

/** https://docs.github.com/en/graphql/reference/objects#branchprotectionrule */
function patternsAnswer({ world, caller }: Call): JsonObject {
  if (!mayDo(caller, "administration: read")) {
    const error = {
      type: "FORBIDDEN",
      path: ["repository"],
      message: "Resource not accessible by integration",
    };
    return { data: { repository: null }, errors: [error] };
  }
  const allowed = (logins: readonly string[]) => ({
    nodes: logins.map((login) => ({
      actor: login.endsWith("[bot]") ? { slug: login.replace("[bot]", "") } : { login },
    })),
  });
  const nodes = [...world.protections].map(([pattern, rule]) => ({
    pattern,
    allowsDeletions: rule.allowDeletions,
    allowsForcePushes: rule.allowForcePushes,
    lockBranch: false,
    requiresApprovingReviews: rule.requiredReviews > 0,
    requiresCommitSignatures: rule.signatures,
    requiresDeployments: rule.environments.length > 0,
    requiresLinearHistory: rule.linearHistory,
    requiresStatusChecks: rule.requiredChecks.length > 0,
    restrictsPushes: rule.pushers !== null,
    pushAllowances: allowed(rule.pushers ?? []),
    bypassPullRequestAllowances: allowed(rule.reviewBypass),
  }));
  return { data: { repository: { branchProtectionRules: { nodes } } } };
}

interface QueryFailure {
  readonly type: string;
  readonly message: string;
}

/** All or none: https://docs.github.com/en/graphql/reference/git#updaterefs */
async function moveRefs(call: Call, given: unknown): Promise<QueryFailure | null> {
  const { world, caller } = call;
  const repository = String(memberOf(given, "repository"));
  const listed = memberOf(given, "updates");
  const updates = (Array.isArray(listed) ? listed : []).filter(isJsonObject).map(updateOf);
  if (repository !== world.repositoryObject["node_id"] || updates.length === 0) {
    return {
      type: "NOT_FOUND",
      message: `Could not resolve to a node with the global id of '${repository}'`,
    };
  }
  if (!mayDo(caller, "contents: write"))
    return { type: "FORBIDDEN", message: "Resource not accessible by integration" };
  for (const update of updates) {
    const failure = await failureOf(call, update);
    if (failure !== null) return failure;
  }
  for (const { ref, from, to } of updates) {
    if (!(await world.git.move(ref, to, from))) return unprocessable(`Reference ${ref} cannot be locked`);
  }
  await world.settle(caller.login);
  return null;
}

interface Update {
  readonly ref: string;
  readonly from: string | null;
  readonly to: string;
  readonly isForced: boolean;
}

function updateOf({ name, beforeOid, afterOid, force }: JsonObject): Update {
  const from = beforeOid === NO_COMMIT ? null : String(beforeOid);
  return { ref: String(name), from, to: String(afterOid), isForced: force === true };
}

async function failureOf(call: Call, { ref, from, to, isForced }: Update): Promise<QueryFailure | null> {
  const { world, caller } = call;
  const { git } = world;
  const stands = git.ref(ref);
  if (stands !== from)
    return unprocessable(`Reference ${ref} is at ${stands ?? "nothing"} but expected ${from ?? ""}`);
  if ((await git.tell("cat-file", "-e", `${to}^{commit}`)) === null)
    return unprocessable("Object does not exist");
  const isForward = stands === null || (await git.contains(to, stands));
  if (!isForward && !isForced) return unprocessable("Update is not a fast forward");
  if (!ref.startsWith("refs/heads/")) return null;
  const branch = ref.replace("refs/heads/", "");
  const { forcePush, mergeCommits } = prohibitions(world, branch, caller.login);
  if (!isForward && forcePush) return unprocessable("Cannot force-push to this branch");
  const reasons = objections(world, { branch, to, by: caller.login, pull: null });
  const merges = stands === null ? "" : await git.tell("rev-list", "--merges", `${stands}..${to}`);
  const all = [
    ...reasons,
    ...(mergeCommits && merges !== "" ? ["This branch must not contain merge commits."] : []),
  ];
  return all.length === 0 ? null : unprocessable(`Repository rule violations found\n\n${all.join("\n\n")}`);
}

function unprocessable(message: string): QueryFailure {
  return { type: "UNPROCESSABLE", message };
}
