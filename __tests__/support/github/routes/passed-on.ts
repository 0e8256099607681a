/**
 * What `emulate` answers: Apps and their tokens, issues, labels and comments. Here it is told who somebody is that it does
 * not know, and the pull requests learn of their labels.
 */
import { isJsonObject, type JsonObject } from "../../json-object.js";
import { presentPull } from "../present/pull.js";
import { presentUser } from "../present/user.js";
import type { Pull } from "../pull.js";
import {
  type Answer,
  type Call,
  listed,
  memberOf,
  notFound,
  ok,
  REPOSITORY,
  Refusal,
  type Route,
} from "../route.js";
import type { Author } from "../world.js";

const READS = "issues: read | pull_requests: read";
const WRITES = "issues: write | pull_requests: write";
const COMMENT = `${REPOSITORY}/issues/comments/{id}`;
const COMMENTS = `${REPOSITORY}/issues/{number}/comments`;
const LABELS = `${REPOSITORY}/issues/{number}/labels`;

export const PASSED_ON_ROUTES: readonly Route[] = [
  {
    route: "GET /app",
    answer: async (call) => {
      const { status, body } = await asCaller(call);
      return {
        status,
        body: isJsonObject(body) ? { ...body, client_id: call.world.signIns.clientId } : body,
      };
    },
  },
  {
    route: "GET /app/installations",
    answer: async (call) => (call.world.registrations.isInstalled ? asCaller(call) : ok([])),
  },
  { route: "GET /app/installations/{id}", answer: asCaller },
  { route: "POST /app/installations/{id}/access_tokens", answer: giveToken },
  {
    route: `GET ${REPOSITORY}/installation`,
    answer: async (call) => {
      if (!call.world.registrations.isInstalled) throw notFound();
      const { status, body } = await asCaller(call);
      const suspended_at = call.world.isSuspended ? new Date().toISOString() : null;
      return { status, body: isJsonObject(body) ? { ...body, suspended_at } : body };
    },
  },
  { route: `GET ${REPOSITORY}/labels`, needs: READS, answer: asAdmin },
  { route: `POST ${REPOSITORY}/labels`, needs: WRITES, answer: asAdmin },
  { route: `GET ${REPOSITORY}/labels/{label}`, needs: READS, answer: asAdmin },
  { route: `PATCH ${REPOSITORY}/labels/{label}`, needs: WRITES, answer: asAdmin },
  { route: `GET ${LABELS}`, needs: READS, answer: asAdmin },
  { route: `POST ${LABELS}`, needs: WRITES, answer: changeLabels },
  { route: `PUT ${LABELS}`, needs: WRITES, answer: changeLabels },
  { route: `DELETE ${LABELS}`, needs: WRITES, answer: changeLabels },
  { route: `DELETE ${LABELS}/{label}`, needs: WRITES, answer: changeLabels },
  { route: `GET ${COMMENTS}`, needs: READS, answer: async (call) => authored(call, await asAdmin(call)) },
  { route: `POST ${COMMENTS}`, needs: WRITES, answer: (call) => comment(call, "created") },
  { route: `GET ${REPOSITORY}/issues/comments`, needs: READS, answer: listAllComments },
  { route: `GET ${COMMENT}`, needs: READS, answer: async (call) => authored(call, await asAdmin(call)) },
  { route: `PATCH ${COMMENT}`, needs: WRITES, answer: (call) => comment(call, "edited") },
  { route: `DELETE ${COMMENT}`, needs: WRITES, answer: deleteComment },
  { route: `GET ${REPOSITORY}/issues/{number}`, needs: "issues: read", answer: readIssue },
];

function asCaller(call: Call): Promise<Answer> {
  const { emulate } = call.world;
  return emulate.send(call.method, addressOf(call), `Bearer ${call.caller.token}`, call.body);
}

/** Whether the caller may was judged by the route's `needs`. */
function asAdmin(call: Call): Promise<Answer> {
  return call.world.emulate.sendAsAdmin(call.method, addressOf(call), call.body);
}

function addressOf({ path, query }: Call): string {
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

/** https://docs.github.com/en/rest/apps/apps#create-an-installation-access-token-for-an-app */
async function giveToken(call: Call): Promise<Answer> {
  const { repositories, repository_ids: ids, ...rest } = call.body;
  const { renamedTo, repositoryObject } = call.world;
  const isFormer =
    renamedTo !== null && Array.isArray(repositories) && !repositories.includes(repositoryObject["name"]);
  const isOther = Array.isArray(ids) && !ids.includes(repositoryObject["id"]);
  const isNamed = Array.isArray(repositories) || Array.isArray(ids);
  const isOutside = isNamed && !call.world.registrations.isInstalled;
  const isOnOther = call.world.isFormerNameTaken && Number(call.name("id")) !== call.world.installation;
  if (isFormer || isOther || isOutside || isOnOther) {
    const words =
      "There is at least one repository that does not exist or is not accessible to the parent installation.";
    throw new Refusal(422, words);
  }
  const answer = withRepository(await asCaller({ ...call, body: rest }), isNamed ? repositoryObject : null);
  const { body } = answer;
  if (answer.status !== 201 || !isJsonObject(body)) return answer;
  const { app } = call.world;
  call.world.tokens.set(String(body["token"]), {
    login: `${app?.slug ?? ""}[bot]`,
    token: String(body["token"]),
    app,
    // Whatever it was granted, it may read these.
    permissions: { ...grantsOf(body["permissions"]), metadata: "read" },
  });
  return answer;
}

/** https://docs.github.com/en/rest/apps/apps#create-an-installation-access-token-for-an-app lists what was asked for. */
function withRepository(answer: Answer, repository: JsonObject | null): Answer {
  if (repository === null || !isJsonObject(answer.body)) return answer;
  return {
    ...answer,
    body: { ...answer.body, repository_selection: "selected", repositories: [repository] },
  };
}

function grantsOf(permissions: unknown): Readonly<Record<string, string>> {
  const grants = isJsonObject(permissions) ? Object.entries(permissions) : [];
  return Object.fromEntries(grants.map(([name, level]) => [name, String(level)]));
}

/** Follows https://docs.github.com/en/rest/issues/labels; a pull request is an issue. */
async function changeLabels(call: Call): Promise<Answer> {
  const answer = await asAdmin(call);
  const pull = call.world.pulls.get(Number(call.name("number")));
  if (answer.status >= 300 || pull === undefined) return answer;
  const [before, after] = [pull.labels, Array.isArray(answer.body) ? answer.body : []];
  pull.labels = after;
  pull.updatedAt = new Date().toISOString();
  for (const label of without(after, before)) touch(call, "labeled", pull, label);
  for (const label of without(before, after)) touch(call, "unlabeled", pull, label);
  return answer;
}

function touch({ world, caller }: Call, event: "labeled" | "unlabeled", pull: Pull, label: unknown): void {
  const { number, updatedAt } = pull;
  world.issueEvents.push({ id: world.newId(), number, event, label, actor: caller.login, at: updatedAt });
  world.emitPull(event, pull, caller.login, { label });
}

function without(labels: readonly unknown[], others: readonly unknown[]): readonly unknown[] {
  const names = others.map((label) => memberOf(label, "name"));
  return labels.filter((label) => !names.includes(memberOf(label, "name")));
}

/** https://docs.github.com/en/webhooks/webhook-events-and-payloads#issue_comment */
async function comment(call: Call, action: "created" | "edited"): Promise<Answer> {
  const before = action === "created" ? null : await asAdmin({ ...call, method: "GET" });
  const answer = await asAdmin(call);
  if (answer.status >= 300 || !isJsonObject(answer.body)) return answer;
  const id = Number(answer.body["id"]);
  if (action === "created") call.world.commentAuthors.set(id, call.caller);
  else call.world.editedComments.add(id);
  const whole = authored(call, answer);
  const from = memberOf(before?.body, "body");
  if (isJsonObject(whole.body)) {
    tellOfComment(call, action, whole.body, before === null ? {} : { changes: { body: { from } } });
  }
  return whole;
}

async function deleteComment(call: Call): Promise<Answer> {
  const known = authored(call, await asAdmin({ ...call, method: "GET" }));
  const answer = await asAdmin(call);
  if (answer.status >= 300 || !isJsonObject(known.body)) return answer;
  tellOfComment(call, "deleted", known.body);
  return answer;
}

function tellOfComment(call: Call, action: string, comment: JsonObject, more: JsonObject = {}): void {
  const number = Number(/\/issues\/(\d+)$/.exec(String(comment["issue_url"]))?.[1]);
  call.world.emit(
    "issue_comment",
    { action, comment, issue: issueObject(call, number), ...more },
    call.caller.login,
  );
}

function issueObject({ world }: Call, number: number): JsonObject {
  const pull = world.pulls.get(number);
  if (pull === undefined) return { number };
  const { title, body, state, user, labels, html_url } = presentPull(world, pull);
  const url = `${world.repositoryUrl}/pulls/${number}`;
  return { number, title, body, state, user, labels, html_url, pull_request: { url, html_url } };
}

/** Those of pull requests, as `emulate` has no such list: https://docs.github.com/en/rest/issues/comments#list-issue-comments-for-a-repository */
async function listAllComments(call: Call): Promise<Answer> {
  const { world, query } = call;
  const repository = `/repos/${world.owner}/${world.name}`;
  const found: JsonObject[] = [];
  for (const number of world.pulls.keys()) {
    const path = `${repository}/issues/${number}/comments?per_page=100`;
    const answer = await world.emulate.sendAsAdmin("GET", path);
    const { body } = authored(call, answer);
    if (Array.isArray(body)) found.push(...body.filter(isJsonObject));
  }
  const since = Date.parse(query.get("since") ?? "") || 0;
  const recent = found.filter((comment) => Date.parse(String(comment["updated_at"])) >= since);
  return listed(
    call,
    recent.toSorted((one, other) => Number(one["id"]) - Number(other["id"])),
  );
}

function authored(call: Call, answer: Answer): Answer {
  const { body } = answer;
  if (Array.isArray(body)) return { ...answer, body: body.map((each: unknown) => withAuthor(call, each)) };
  return { ...answer, body: withAuthor(call, body) };
}

/**
 * The page of a pull request's comment is the pull request's. `emulate` writes a new comment in two steps, a millisecond
 * apart now and then: it would look edited.
 */
function withAuthor(call: Call, comment: unknown): unknown {
  if (!isJsonObject(comment)) return comment;
  const isEdited = call.world.editedComments.has(Number(comment["id"]));
  const updated_at = comment[isEdited ? "updated_at" : "created_at"];
  const page = String(comment["html_url"]);
  const number = Number(/\/issues\/(\d+)#/.exec(page)?.[1]);
  const html_url = call.world.pulls.has(number) ? page.replace("/issues/", "/pull/") : page;
  return withItsAuthor(call, { ...comment, html_url, updated_at });
}

function withItsAuthor({ world }: Call, comment: JsonObject): JsonObject {
  const author: Author | undefined = world.commentAuthors.get(Number(comment["id"]));
  if (author === undefined) return comment;
  const { login, app } = author;
  return {
    ...comment,
    user: presentUser(world, login),
    performed_via_github_app: app === null ? null : { id: app.id, slug: app.slug },
  };
}

async function readIssue(call: Call): Promise<Answer> {
  const number = Number(call.name("number"));
  const answer = await asAdmin(call);
  if (answer.status !== 200 || !isJsonObject(answer.body)) throw notFound();
  return {
    ...answer,
    body: { ...answer.body, ...(call.world.pulls.has(number) ? issueObject(call, number) : {}) },
  };
}
