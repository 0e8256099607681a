/** Branch protection and rulesets. Follows https://docs.github.com/en/rest/branches/branch-protection and .../rest/repos/rules */
import { isJsonObject, type JsonObject } from "../../json-object.js";
import type { RequiredCheck } from "../checks.js";
import {
  bypassOf,
  NO_PROTECTION,
  type Protection,
  protectionOf as ruleOf,
  rulesetsOf,
} from "../protection.js";
import {
  type Call,
  created,
  invalid,
  listed,
  NOTHING,
  notFound,
  ok,
  REPOSITORY,
  Refusal,
  type Route,
  required,
  textsOf,
} from "../route.js";

const BRANCH = `${REPOSITORY}/branches/{branch+}/protection`;

export const RULE_ROUTES: readonly Route[] = [
  {
    route: `GET ${BRANCH}`,
    needs: "administration: read",
    answer: (call) => ok(presentProtection(call, protectionOf(call))),
  },
  {
    route: `GET ${BRANCH}/required_status_checks`,
    needs: "administration: read",
    answer: (call) => {
      const checks = presentChecks(protectionOf(call));
      if (checks === null) throw new Refusal(404, "Required status checks not enabled");
      return ok(checks);
    },
  },
  { route: `PUT ${BRANCH}`, needs: "administration: write", answer: protect },
  {
    route: `DELETE ${BRANCH}`,
    needs: "administration: write",
    answer: (call) => {
      protectionOf(call);
      call.world.protections.delete(call.name("branch"));
      return NOTHING;
    },
  },
  /** https://docs.github.com/en/rest/repos/rules#get-rules-for-a-branch: only those that are in force. */
  { route: `GET ${REPOSITORY}/rules/branches/{branch+}`, needs: "metadata: read", answer: rulesOfBranch },
  {
    route: `GET ${REPOSITORY}/rulesets`,
    needs: "metadata: read",
    answer: (call) =>
      listed(
        call,
        call.world.rulesets.map(({ id, name, enforcement }) => ({
          id,
          name,
          enforcement,
          target: "branch",
          source_type: "Repository",
        })),
      ),
  },
  { route: `POST ${REPOSITORY}/rulesets`, needs: "administration: write", answer: createRuleset },
  /** https://docs.github.com/en/rest/repos/rules#get-a-repository-ruleset: who asks learns what they may bypass. */
  {
    route: `GET ${REPOSITORY}/rulesets/{id}`,
    needs: "metadata: read",
    answer: (call) => {
      const ruleset = call.world.rulesets.find(({ id }) => id === Number(call.name("id")));
      if (ruleset === undefined) throw notFound();
      const { id, name, enforcement } = ruleset;
      const mayBypass = bypassOf(ruleset, call.caller.login);
      return ok({ id, name, enforcement, target: "branch", current_user_can_bypass: mayBypass });
    },
  },
];

/** https://docs.github.com/en/rest/repos/rules#create-a-repository-ruleset: of actors, only Apps are known here. */
function createRuleset({ world, body }: Call) {
  const name = required(body, "name", "Ruleset");
  if (world.rulesets.some((each) => each.name === name)) {
    throw invalid("Ruleset", "name", "Name must be unique");
  }
  const rules = Array.isArray(body["rules"]) ? body["rules"].filter(isJsonObject) : [];
  const actors = Array.isArray(body["bypass_actors"]) ? body["bypass_actors"].filter(isJsonObject) : [];
  const { ref_name: names } = objectOf(body["conditions"]);
  const bypass = actors.flatMap(({ actor_id: id, actor_type: type, bypass_mode: mode }) =>
    type === "Integration" && id === world.app?.id && mode === "always" ? [`${world.app?.slug}[bot]`] : [],
  );
  const ruleset = {
    id: world.newId(),
    name,
    enforcement: "active",
    include: textsOf(objectOf(names)["include"]),
    bypass,
    bypassModes: {},
    rules,
  } as const;
  world.rulesets.push(ruleset);
  return created({ id: ruleset.id, name, target: "branch", enforcement: "active" });
}

function protectionOf(call: Call): Protection {
  const protection = ruleOf(call.world, call.name("branch"));
  if (protection === undefined) throw new Refusal(404, "Branch not protected");
  return protection;
}

function rulesOfBranch(call: Call) {
  const source = `${call.world.owner}/${call.world.name}`;
  const rules = rulesetsOf(call.world, call.name("branch")).flatMap((ruleset) =>
    ruleset.rules.map((rule) => ({
      ...rule,
      ruleset_source_type: "Repository",
      ruleset_source: source,
      ruleset_id: ruleset.id,
    })),
  );
  return listed(call, rules);
}

function presentChecks({ requiredChecks, strict }: Protection): JsonObject | null {
  if (requiredChecks.length === 0) return null;
  return {
    strict,
    contexts: requiredChecks.map(({ context }) => context),
    checks: requiredChecks.map(({ context, appId }) => ({ context, app_id: appId })),
  };
}

function presentProtection(call: Call, protection: Protection): JsonObject {
  const checks = presentChecks(protection);
  const { pushers } = protection;
  return {
    url: `${call.world.apiUrl}${call.path}`,
    ...(checks === null ? {} : { required_status_checks: checks }),
    ...presentReviews(protection),
    ...(pushers === null ? {} : { restrictions: presentActors(pushers) }),
    enforce_admins: { enabled: protection.enforceAdmins },
    required_linear_history: { enabled: protection.linearHistory },
    required_signatures: { url: `${call.world.apiUrl}${call.path}`, enabled: protection.signatures },
    required_conversation_resolution: { enabled: protection.threads },
    allow_force_pushes: { enabled: protection.allowForcePushes },
    allow_deletions: { enabled: protection.allowDeletions },
  };
}

/** https://docs.github.com/en/rest/branches/branch-protection: which environments are demanded is not in it. */
function presentReviews({ requiredReviews, codeOwners, lastPush, reviewBypass }: Protection): JsonObject {
  if (requiredReviews === 0) return {};
  return {
    required_pull_request_reviews: {
      required_approving_review_count: requiredReviews,
      require_code_owner_reviews: codeOwners,
      require_last_push_approval: lastPush,
      ...(reviewBypass.length === 0 ? {} : { bypass_pull_request_allowances: presentActors(reviewBypass) }),
    },
  };
}

function presentActors(logins: readonly string[]): JsonObject {
  const apps = logins.filter((login) => login.endsWith("[bot]"));
  return {
    users: logins.filter((login) => !login.endsWith("[bot]")).map((login) => ({ login })),
    teams: [],
    apps: apps.map((login) => ({ slug: login.replace("[bot]", "") })),
  };
}

/** https://docs.github.com/en/rest/branches/branch-protection#update-branch-protection */
function protect(call: Call) {
  const { body, world } = call;
  const checks = objectOf(body["required_status_checks"]);
  const reviews = body["required_pull_request_reviews"];
  const restrictions = body["restrictions"];
  const protection: Protection = {
    ...NO_PROTECTION,
    requiredChecks: checksOf(checks),
    strict: checks["strict"] === true,
    requiredReviews: isJsonObject(reviews) ? Number(reviews["required_approving_review_count"] ?? 1) : 0,
    enforceAdmins: body["enforce_admins"] === true,
    linearHistory: body["required_linear_history"] === true,
    allowForcePushes: body["allow_force_pushes"] === true,
    allowDeletions: body["allow_deletions"] === true,
    pushers: isJsonObject(restrictions)
      ? [...textsOf(restrictions["users"]), ...textsOf(restrictions["apps"]).map((slug) => `${slug}[bot]`)]
      : null,
  };
  world.protections.set(call.name("branch"), protection);
  return ok(presentProtection(call, protection));
}

function objectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

function checksOf(checks: JsonObject): readonly RequiredCheck[] {
  const listed: unknown = checks["checks"];
  if (!Array.isArray(listed)) return textsOf(checks["contexts"]).map((context) => ({ context, appId: null }));
  return listed.map((check: unknown) => {
    const { context, app_id: appId } = objectOf(check);
    return { context: String(context), appId: typeof appId === "number" ? appId : null };
  });
}
