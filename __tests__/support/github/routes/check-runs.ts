/** Check runs and check suites. Follows https://docs.github.com/en/rest/checks/runs and .../rest/checks/suites */
import { commitId } from "../../../../src/domain/ids.js";
import { isJsonObject, type JsonObject } from "../../json-object.js";
import { type CheckRun, latestCheckRuns } from "../checks.js";
import { presentCheckRun, presentCheckSuites, suiteOf } from "../present/check-run.js";
import {
  type Call,
  counted,
  created,
  invalid,
  memberOf,
  notFound,
  ok,
  REPOSITORY,
  Refusal,
  type Route,
  required,
  textOf,
} from "../route.js";

export const CHECK_RUN_ROUTES: readonly Route[] = [
  { route: `POST ${REPOSITORY}/check-runs`, needs: "checks: write", answer: createCheckRun },
  { route: `PATCH ${REPOSITORY}/check-runs/{id}`, needs: "checks: write", answer: changeCheckRun },
  {
    route: `GET ${REPOSITORY}/check-runs/{id}`,
    needs: "checks: read",
    answer: (call) => ok(presentCheckRun(call.world, runOf(call))),
  },
  { route: `GET ${REPOSITORY}/commits/{ref+}/check-runs`, needs: "checks: read", answer: listCheckRuns },
  { route: `GET ${REPOSITORY}/check-suites/{suite}/check-runs`, needs: "checks: read", answer: listOfSuite },
  { route: `GET ${REPOSITORY}/commits/{ref+}/check-suites`, needs: "checks: read", answer: listSuites },
];

async function createCheckRun(call: Call) {
  const { app } = call.caller;
  // https://docs.github.com/en/rest/checks/runs#create-a-check-run: people cannot.
  if (app === null) throw new Refusal(403, "You must authenticate via a GitHub App.");
  const name = required(call.body, "name", "CheckRun");
  const sha = required(call.body, "head_sha", "CheckRun");
  if ((await call.world.git.resolve(sha)) === null) throw new Refusal(422, `No commit found for SHA: ${sha}`);
  const run: CheckRun = {
    id: call.world.newId(),
    app,
    headSha: commitId(sha),
    name,
    status: "queued",
    conclusion: null,
    startedAt: new Date().toISOString(),
    completedAt: null,
    externalId: "",
    detailsUrl: null,
    output: {},
    actions: [],
  };
  apply(run, call.body);
  recordCheckRun(call.world, run, call.caller.login);
  return created(presentCheckRun(call.world, run));
}

export function recordCheckRun(world: Call["world"], run: CheckRun, by: string): void {
  world.checkRuns.push(run);
  tell(world, run, "created", by);
  if (run.status === "completed") tell(world, run, "completed", by);
}

function changeCheckRun(call: Call) {
  const run = runOf(call);
  if (run.app.id !== call.caller.app?.id)
    throw new Refusal(
      403,
      "Invalid app_id `null` - check run can only be modified by the GitHub App that created it.",
    );
  changeRun(call.world, run, call.body, call.caller.login);
  return ok(presentCheckRun(call.world, run));
}

export function changeRun(world: Call["world"], run: CheckRun, body: JsonObject, by: string): void {
  const before = run.status;
  apply(run, body);
  if (before !== "completed" && run.status === "completed") tell(world, run, "completed", by);
}

/** A conclusion completes the run: https://docs.github.com/en/rest/checks/runs#update-a-check-run */
function apply(run: CheckRun, body: JsonObject): void {
  const conclusion = textOf(body, "conclusion");
  const status = conclusion === null ? (textOf(body, "status") ?? run.status) : "completed";
  if (status === "completed" && (conclusion ?? run.conclusion) === null) {
    throw invalid("CheckRun", "conclusion", "conclusion is required when status is completed");
  }
  const output = body["output"];
  if (isJsonObject(output)) {
    if (Buffer.byteLength(textOf(output, "summary") ?? "") > 65_535)
      throw invalid("CheckRun", "summary", "summary exceeds a maximum bytesize of 65535");
    if (textOf(output, "title") === null) throw invalid("CheckRun", "title", "title is missing");
    run.output = output;
  }
  run.name = textOf(body, "name") ?? run.name;
  run.status = status;
  run.conclusion = status === "completed" ? (conclusion ?? run.conclusion) : null;
  run.startedAt = textOf(body, "started_at") ?? run.startedAt;
  run.completedAt =
    status === "completed" ? (textOf(body, "completed_at") ?? new Date().toISOString()) : null;
  run.externalId = textOf(body, "external_id") ?? run.externalId;
  run.detailsUrl = textOf(body, "details_url") ?? run.detailsUrl;
  run.actions = actionsIn(body) ?? run.actions;
}

/** https://docs.github.com/en/rest/checks/runs#create-a-check-run has the limits. */
function actionsIn({ actions }: JsonObject): unknown {
  if (!Array.isArray(actions)) return actions;
  if (actions.length > 3) throw invalid("CheckRun", "actions", "actions exceeds the maximum of 3");
  for (const action of actions.filter(isJsonObject)) {
    const limits = { label: 20, description: 40, identifier: 20 };
    for (const [member, most] of Object.entries(limits)) {
      const text = textOf(action, member);
      if (text === null || text.length > most)
        throw invalid("CheckRun", member, `${member} is too long or missing`);
    }
  }
  return actions;
}

/** https://docs.github.com/en/apps/creating-github-apps/writing-code-for-a-github-app/building-ci-checks-with-a-github-app */
export function clickOn(world: Call["world"], run: CheckRun, button: string, by: string): void {
  if (button === "rerun") tell(world, run, "rerequested", by);
  else tell(world, run, "requested_action", by, { requested_action: { identifier: button } });
}

/** https://docs.github.com/en/webhooks/webhook-events-and-payloads#check_run */
function tell(world: Call["world"], run: CheckRun, action: string, by: string, more: JsonObject = {}): void {
  const suite = presentCheckSuites(world, run.headSha).find(({ id }) => id === suiteOf(world, run));
  const check_run = { ...presentCheckRun(world, run), check_suite: suite };
  world.emit("check_run", { action, check_run, ...more }, by);
  if (suite?.["status"] === "completed" && action === "completed") {
    world.emit("check_suite", { action: "completed", check_suite: suite }, by);
  }
}

function runOf(call: Call): CheckRun {
  const run = call.world.checkRuns.find(({ id }) => id === Number(call.name("id")));
  if (run === undefined) throw notFound();
  return run;
}

async function listCheckRuns(call: Call) {
  const { query, world } = call;
  const sha = await world.git.resolve(call.name("ref"));
  if (sha === null) throw new Refusal(422, `No commit found for SHA: ${call.name("ref")}`);
  const [name, status, app] = [query.get("check_name"), query.get("status"), query.get("app_id")];
  const at = world.checkRuns
    .filter((run) => run.headSha === sha)
    .filter((run) => name === null || run.name === name)
    .filter((run) => app === null || String(run.app.id) === app);
  const runs = (query.get("filter") === "all" ? at : latestCheckRuns(at)).filter(
    (run) => status === null || run.status === status,
  );
  return counted(
    call,
    "check_runs",
    [...runs].sort((one, other) => other.id - one.id).map((run) => presentCheckRun(world, run)),
  );
}

/** https://docs.github.com/en/rest/checks/runs#list-check-runs-in-a-check-suite */
function listOfSuite(call: Call) {
  const { world } = call;
  const found = world.checkRuns.filter((run) => suiteOf(world, run) === Number(call.name("suite")));
  return counted(
    call,
    "check_runs",
    found.toReversed().map((run) => presentCheckRun(world, run)),
  );
}

async function listSuites(call: Call) {
  const sha = await call.world.git.resolve(call.name("ref"));
  if (sha === null) throw new Refusal(422, `No commit found for SHA: ${call.name("ref")}`);
  const app = call.query.get("app_id");
  const suites = presentCheckSuites(call.world, sha).filter(
    (suite) => app === null || String(memberOf(suite["app"], "id")) === app,
  );
  return counted(call, "check_suites", suites);
}
