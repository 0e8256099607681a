/**
 * Performs a posted action with the API's handlers, so that the same checks, permissions and rules apply. A form
 * counts only with the session's own value in it, from a page of this service.
 */
import { endpoints } from "../../../contract/endpoints.js";
import { isSettingKey, settingFromText } from "../../../contract/queue-settings.js";
import { REFUSALS } from "../../../contract/refusals.js";
import type { PullRequestNumber } from "../../../domain/ids.js";
import type { QueueName } from "../../../domain/queue-name.js";
import { repositoryName } from "../../../domain/repository.js";
import { leastRoleFor } from "../../../domain/repository-role.js";
import type { Scope } from "../../../domain/scope.js";
import { liveEntry } from "../../../engine/model/lookup.js";
import type { QueueEndpoint, Service } from "../../http/handlers/handler.js";
import { handlers } from "../../http/handlers/handlers.js";
import type { ApiContext } from "../../http/response.js";
import { pullRequestOf } from "../addresses.js";
import { redirectTo } from "../answer-page.js";
import type { Problem } from "../pages/problem-page.js";
import { notAdmitted } from "../requests/for-repository.js";
import { readForm } from "../requests/read-form.js";
import { formRefused } from "../requests/sign-in.js";
import { answerProblem, answerSignIn, type Serving } from "../serving.js";
import { admit } from "../session/admission.js";
import { isAuthor, type Reader } from "../session/reader.js";
import { isSameText } from "../session/sessions.js";
import { LONGEST_REASON } from "./permitted.js";

type Session = Reader & { readonly kind: "session" };

/** A call of the API, and the page that shows its result. */
interface Call {
  readonly endpoint: QueueEndpoint;
  readonly input: object;
  readonly next: string;
  /** Its author may do it in any role. */
  readonly ofAuthor?: PullRequestNumber;
}

type Wanted = Call | Pick<Problem, "sentence">;

export async function actOnPullRequest(
  c: ApiContext,
  serving: Serving,
  name: QueueName,
  number: PullRequestNumber,
  action: string,
): Promise<Response> {
  const page = serving.addresses.pullRequest(name, number);
  return withForm(c, serving, name, page, async (session, fields) => {
    const call = await pullRequestCall(serving, name, number, action, fields);
    return "endpoint" in call
      ? perform(c, serving, session, name, call)
      : refused(c, serving, session, call, page);
  });
}

export async function actOnQueue(
  c: ApiContext,
  serving: Serving,
  name: QueueName,
  action: string,
): Promise<Response> {
  const page = serving.addresses.queue(name);
  return withForm(c, serving, name, page, async (session, fields) => {
    const call = queueCall(serving, name, action, fields);
    if (!("endpoint" in call)) return refused(c, serving, session, call, page);
    const answer = await perform(c, serving, session, name, call);
    if (answer.status === 303 && action === "pause")
      await notePause(serving, session, name, reasonOf(fields));
    return answer;
  });
}

async function withForm(
  c: ApiContext,
  serving: Serving,
  { repository }: QueueName,
  page: string,
  work: (session: Session, fields: URLSearchParams) => Promise<Response>,
): Promise<Response> {
  const form = await readForm(c, serving.publicUrl);
  if (form.kind === "refused") return formRefused(c, serving, form.status, form.sentence);
  const session = await serving.sessions.find(serving.cookie.read(c.req.header("cookie")));
  if (session === null) {
    const problem = "Nothing was changed: your session has ended. Sign in, then repeat it.";
    return answerSignIn(c, serving, page, problem, 401);
  }
  if (!isSameText(form.fields.get("csrf") ?? "", session.csrf)) {
    return formRefused(c, serving, 403, "The form is of another session. Load the page again.");
  }
  const admission = await admit(serving, session, repository, "now");
  if (admission.kind === "refused") return notAdmitted(c, serving, session, admission);
  const { reader } = admission;
  return work(reader.kind === "session" ? reader : session, form.fields);
}

async function perform(
  c: ApiContext,
  serving: Serving,
  session: Session,
  name: QueueName,
  { endpoint, input, next, ofAuthor }: Call,
): Promise<Response> {
  const { scope } = endpoints[endpoint];
  const isPermitted =
    session.grant.scopes.includes(scope) ||
    (ofAuthor !== undefined && (await isOwn(serving, session, name, ofAuthor)));
  if (!isPermitted) {
    const sentence = lacks(session, scope, name);
    return refused(c, serving, session, { sentence }, next, 403);
  }
  const understood = handlers[endpoint]({ repo: name.repository, targetBranch: name.targetBranch, ...input });
  const outcome = understood.ok
    ? await understood.asked(serviceFor(serving, session), { kind: "token", grant: session.grant })
    : understood;
  if (outcome.ok) return redirectTo(c, next);
  return refused(
    c,
    serving,
    session,
    { sentence: asSentence(outcome.message) },
    next,
    REFUSALS[outcome.code].status,
  );
}

/** Reasons name the person; a token has the API's wording. */
function serviceFor({ service }: Serving, { account }: Session): Service {
  return account === null ? service : { ...service, by: `${account.login} on the web page` };
}

async function isOwn({ service }: Serving, session: Session, name: QueueName, number: PullRequestNumber) {
  const stored = await service.queues.read(name);
  const entry = stored === null ? undefined : liveEntry(stored.queue, number);
  return entry !== undefined && isAuthor(session, entry.facts.author);
}

function lacks({ account }: Session, scope: Scope, { repository }: QueueName): string {
  if (account === null) return `Your token lacks the scope ${scope}, which this needs.`;
  const role = leastRoleFor(scope) ?? "another role";
  return `This needs the role ${role} in ${repositoryName(repository)} on GitHub, which ${account.login} lacks.`;
}

function refused(
  c: ApiContext,
  serving: Serving,
  session: Session,
  { sentence }: Pick<Problem, "sentence">,
  page: string,
  status = 400,
): Response {
  const known = STATUSES.find((one) => one === status) ?? 400;
  const next = { text: "Go back to the page", href: page };
  return answerProblem(c, serving, session, { status: known, title: "Nothing was changed", sentence, next });
}

const STATUSES = [400, 403, 404, 409, 429, 502, 503] as const;

function asSentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}

async function pullRequestCall(
  { service, addresses }: Serving,
  name: QueueName,
  number: PullRequestNumber,
  action: string,
  fields: URLSearchParams,
): Promise<Wanted> {
  const next = addresses.pullRequest(name, number);
  const pr = { number };
  switch (action) {
    case "submit":
      return { endpoint: "submitPullRequest", input: { pr }, next };
    case "cancel":
      return { endpoint: "cancelPullRequest", input: { pr }, next, ofAuthor: number };
    case "restart":
      return { endpoint: "restartTestsOnPullRequest", input: { pr }, next };
    case "priority": {
      const stored = await service.queues.read(name);
      const entry = stored === null ? undefined : liveEntry(stored.queue, number);
      if (entry === undefined) return { sentence: `#${number} is not in the queue of ${name.targetBranch}.` };
      // A submission sets both, and only the priority is to change.
      const input = { pr, priority: fields.get("priority") ?? "", noBatch: entry.noBatch };
      return { endpoint: "submitPullRequest", input, next };
    }
    default:
      return { sentence: "There is no such action: expected submit, cancel, restart or priority." };
  }
}

function queueCall({ addresses }: Serving, name: QueueName, action: string, fields: URLSearchParams): Wanted {
  const next = addresses.queue(name);
  switch (action) {
    case "pause":
      return reasonOf(fields) === ""
        ? { sentence: "Give the reason for the pause: others read it on this page." }
        : { endpoint: "updateQueue", input: { state: "PAUSED" }, next };
    case "drain":
      return { endpoint: "updateQueue", input: { state: "DRAINING" }, next };
    case "resume":
      return { endpoint: "updateQueue", input: { state: "RUNNING" }, next };
    case "settings":
      return settingCall(addresses.settings(name), fields);
    case "submit": {
      const number = pullRequestOf((fields.get("number") ?? "").trim().replace(/^#/, ""));
      return number === null
        ? { sentence: "Give the number of the pull request, such as 123." }
        : {
            endpoint: "submitPullRequest",
            input: { pr: { number } },
            next: addresses.pullRequest(name, number),
          };
    }
    default:
      return { sentence: "There is no such action: expected submit, pause, drain, resume or settings." };
  }
}

/** One setting. Browsers send lines of a text with carriage returns. */
function settingCall(next: string, fields: URLSearchParams): Wanted {
  const setting = fields.get("setting") ?? "";
  if (!isSettingKey(setting) || setting === "state")
    return { sentence: "There is no such setting of a queue." };
  const text = (fields.get("value") ?? "").replaceAll("\r\n", "\n");
  // An empty list requests nothing; another field empties it.
  const isEmptied = setting === "requiredStatuses" && text.trim() === "";
  const input = isEmptied ? { deleteRequiredStatuses: true } : { [setting]: settingFromText(setting, text) };
  return { endpoint: "updateQueue", input, next };
}

function reasonOf(fields: URLSearchParams): string {
  return (fields.get("reason") ?? "")
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, LONGEST_REASON);
}

/** Written after the pause, which open pages show before: they receive the reason now. */
async function notePause(
  { service, store, watch }: Serving,
  { name: by }: Session,
  name: QueueName,
  reason: string,
) {
  const { queues } = service;
  const stored = await queues.read(name);
  if (stored?.queue.state !== "paused") return;
  await store.notePause(stored.queue.id, { version: stored.version, at: queues.now(), by, reason });
  watch.sendAgain(name);
}
