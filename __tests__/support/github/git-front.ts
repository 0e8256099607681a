/** Git over HTTP as GitHub serves it: `git http-backend` behind tokens, protected branches, and forks as namespaces. */
import type { IncomingMessage } from "node:http";
import { runElsewhere } from "../program-starter.js";
import { readRefs } from "../read-refs.js";
import { type Caller, mayDo } from "./caller.js";
import { prohibitions, protectionObjections, rulesetObjections, UNSIGNED } from "./protection.js";
import type { GitHubWorld } from "./world.js";

export interface GitRequest {
  readonly owner: string;
  readonly service: string;
  readonly search: string;
}

export interface GitAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Null when the address is none of the repository's. */
export function gitRequest(world: GitHubWorld, url: URL): GitRequest | null {
  const [, owner = "", name = "", service = ""] =
    /^\/([^/]+)\/([^/]+?)(?:\.git)?\/(info\/refs|git-upload-pack|git-receive-pack)$/.exec(url.pathname) ?? [];
  const present = (world.renamedTo ?? `${world.owner}/${world.name}`).toLowerCase();
  if (world.renamedTo !== null && present === `${owner}/${name}`.toLowerCase())
    return { owner: world.owner, service, search: url.search };
  if (name.toLowerCase() !== world.name.toLowerCase() || world.renamedTo !== null) return null;
  const fork = owner.toLowerCase() === world.owner.toLowerCase() ? world.owner : owner;
  return { owner: fork, service, search: url.search };
}

/** The token stands in the password, or in the name: https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app/authenticating-as-a-github-app-installation#about-authentication-as-a-github-app-installation */
export function basicToken(authorization: string | undefined): string | null {
  const [, coded] = /^basic (.+)$/i.exec(authorization ?? "") ?? [];
  if (coded === undefined) return null;
  const [name = "", password = ""] = Buffer.from(coded, "base64").toString().split(":");
  return password === "" || password === "x-oauth-basic" ? name : password;
}

export async function answerGit(
  world: GitHubWorld,
  caller: Caller | null,
  request: IncomingMessage,
  { owner, service, search }: GitRequest,
  body: Buffer,
): Promise<GitAnswer> {
  const writes = service === "git-receive-pack" || search.includes("git-receive-pack");
  const anonymous = request.headers.authorization === undefined && world.facts["private"] === false;
  if (caller === null && (writes || !anonymous)) {
    return plain(401, "Authentication required", { "www-authenticate": 'Basic realm="GitHub"' });
  }
  if (caller !== null && caller.app !== null && world.isSuspended) return plain(403, "Forbidden");
  if (caller !== null && !mayDo(caller, writes ? "contents: write" : "contents: read")) {
    return plain(403, `Permission to ${owner}/${world.name}.git denied to ${caller.login}.`);
  }
  if (world.isArchived && writes) return plain(403, "This repository was archived so it is read-only.");
  const pusher = service === "git-receive-pack" ? caller : null;
  const limits = {
    refusals: pusher !== null && owner === world.owner ? refusalsOf(world, pusher, body) : "",
    // https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/scopes-for-oauth-apps: `workflow`
    withoutWorkflows: pusher !== null && pusher.app !== null && !mayDo(pusher, "workflows: write"),
  };
  const asked = { owner, service, search };
  const answer = isListing(asked, body)
    ? await listed(world, request, asked, body)
    : await backend(world, request, asked, body, limits);
  if (pusher !== null) {
    await world.git.refresh();
    await world.settle(pusher.login);
  }
  return answer;
}

interface Listings {
  /** All refs, at which the answers hold. */
  readonly refs: string;
  readonly answers: Map<string, Promise<GitAnswer>>;
}

const LISTINGS = new WeakMap<GitHubWorld, Listings>();

function isListing({ service, search }: GitRequest, body: Buffer): boolean {
  if (service === "info/refs") return search.includes("git-upload-pack");
  return service === "git-upload-pack" && body.includes("command=ls-refs");
}

/** Refs are asked for again and again: git answers once, until one of them moves. */
async function listed(
  world: GitHubWorld,
  request: IncomingMessage,
  asked: GitRequest,
  body: Buffer,
): Promise<GitAnswer> {
  const refs = JSON.stringify([...(await readRefs(world.git.repository.folder))]);
  let known = LISTINGS.get(world);
  if (known?.refs !== refs) LISTINGS.set(world, (known = { refs, answers: new Map() }));
  const headers = [request.headers["git-protocol"], request.headers["content-encoding"]];
  const key = JSON.stringify([asked, headers, body.toString("latin1")]);
  const answer = known.answers.get(key) ?? backend(world, request, asked, body, NO_LIMITS);
  known.answers.set(key, answer);
  return answer;
}

function plain(status: number, text: string, headers: Readonly<Record<string, string>> = {}): GitAnswer {
  return { status, headers: { "content-type": "text/plain", ...headers }, body: Buffer.from(text) };
}

/** For the hook: per ref why GitHub would refuse, or what the hook is to look at. */
function refusalsOf(world: GitHubWorld, caller: Caller, body: Buffer): string {
  const lines: string[] = [];
  for (const { ref, to } of commandsOf(body)) {
    if (!ref.startsWith("refs/heads/")) continue;
    const branch = ref.replace("refs/heads/", "");
    const prohibited = prohibitions(world, branch, caller.login);
    const deletes = /^0+$/.test(to);
    const movement = { branch, to, by: caller.login, pull: null };
    const [refused, violated] = (
      deletes ? [[], []] : [protectionObjections(world, movement), rulesetObjections(world, movement)]
    ).map((reasons) => reasons.filter((reason) => reason !== UNSIGNED));
    const isSigned = ![
      ...protectionObjections(world, movement),
      ...rulesetObjections(world, movement),
    ].includes(UNSIGNED);
    const words = [
      ...(isSigned || deletes ? [] : ["signed"]),
      ...(prohibited.forcePush ? ["keep-history"] : []),
      ...(prohibited.mergeCommits ? ["no-merges"] : []),
    ];
    if (deletes && prohibited.deletion) lines.push(`${ref}\trefuse: Cannot delete this branch`);
    else if (refused !== undefined && refused.length > 0) lines.push(`${ref}\trefuse: ${refused.join(" ")}`);
    else if (violated !== undefined && violated.length > 0)
      lines.push(`${ref}\tviolates: ${violated.join("|")}`);
    else if (words.length > 0) lines.push(`${ref}\t${words.join(" ")}`);
  }
  return lines.join("\n");
}

/** The commands that open a push: https://git-scm.com/docs/pack-protocol */
function commandsOf(body: Buffer): readonly { readonly ref: string; readonly to: string }[] {
  const commands = [];
  for (let at = 0; ; ) {
    const length = Number.parseInt(body.toString("latin1", at, at + 4), 16);
    if (!(length > 4)) return commands;
    const line = body.toString("utf8", at + 4, at + length).split("\0")[0] ?? "";
    const [, to, ref] = /^[0-9a-f]+ ([0-9a-f]+) ([^\n]+)/.exec(line) ?? [];
    if (to !== undefined && ref !== undefined) commands.push({ to, ref });
    at += length;
  }
}

/** As long as a test may take. */
const MOST_MS = 180_000;
const NO_LIMITS = { refusals: "", withoutWorkflows: false };

async function backend(
  world: GitHubWorld,
  request: IncomingMessage,
  { owner, service, search }: GitRequest,
  body: Buffer,
  { refusals, withoutWorkflows }: { readonly refusals: string; readonly withoutWorkflows: boolean },
): Promise<GitAnswer> {
  const { folder } = world.git.repository;
  const end = await runElsewhere({
    command: "git",
    arguments: ["http-backend"],
    folder,
    environment: {
      PATH: process.env["PATH"] ?? "",
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: "1",
      ...(owner === world.owner ? {} : { GIT_NAMESPACE: owner }),
      PATH_INFO: `/${service}`,
      QUERY_STRING: search.slice(1),
      REQUEST_METHOD: request.method ?? "",
      CONTENT_TYPE: request.headers["content-type"] ?? "",
      CONTENT_LENGTH: String(body.length),
      HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "",
      GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
      REMOTE_ADDR: "127.0.0.1",
      REMOTE_USER: "somebody",
      PUSH_REFUSALS: refusals,
      REFUSE_WORKFLOWS: withoutWorkflows ? "yes" : "",
    },
    input: body,
    deadlineMs: MOST_MS,
  });
  if (end.kind !== "exited") throw new Error(`git http-backend: ${JSON.stringify(end)}`);
  return cgiAnswer(end.stdout);
}

function cgiAnswer(all: Buffer): GitAnswer {
  const end = all.indexOf("\r\n\r\n");
  const lines = all.toString("latin1", 0, end).split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(": ");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 2)];
    }),
  );
  const { status = "200", ...others } = headers;
  return { status: Number.parseInt(status), headers: others, body: all.subarray(end + 4) };
}
