/**
 * GitHub for tests, in this process and on loopback: its REST API, git over HTTP and webhooks on one truth, a real bare
 * repository. What it knows nothing of is listed in `__tests__/contract/github-counterpart.test.ts`.
 */
import { newAppKey } from "../app-key.js";
import { isJsonObject } from "../json-object.js";
import type { Caller } from "./caller.js";
import { startEmulate } from "./emulate-server.js";
import { GitHub } from "./git-hub.js";
import { GitSide } from "./git-side.js";
import { HttpFront } from "./http-front.js";
import { presentUser } from "./present/user.js";
import { RateLimit } from "./rate-limit.js";
import { Webhooks } from "./webhooks.js";
import { GitHubWorld } from "./world.js";

export interface GitHubOptions {
  /** `owner/name`; `acme/shop` unless told. */
  readonly repository?: string;
  /** Where webhooks go; none unless told, or set later at `webhooks.url`. */
  readonly webhookUrl?: string;
  readonly webhookSecret?: string;
  /** What the App was granted; every permission that the routes ask for unless told. */
  readonly permissions?: Readonly<Record<string, string>>;
  /** Without a first commit there is no branch `main` yet. */
  readonly files?: Readonly<Record<string, string>> | null;
  /** Per token and hour; null for a server that has no limit. */
  readonly rateLimit?: number | null;
  /** Events that the App has subscribed to, as its settings name them. */
  readonly events?: readonly string[];
  /** A public repository is read by anyone; private unless told. */
  readonly visibility?: "public" | "private";
}

/** What the service's own token is, where it is no App. */
export const SERVICE_TOKEN = "github_pat_of_the_service";
/** Whose account that token belongs to. */
export const SERVICE_LOGIN = "queue-service";
export const WEBHOOK_SECRET = "a secret that both sides know";

const APP = { id: 4711, slug: "merge-queue" } as const;
const INSTALLATION = 815;

const EVENTS = [
  "check_run",
  "check_suite",
  "issue_comment",
  "pull_request",
  "pull_request_review",
  "push",
  "status",
  "workflow_run",
];

/** Without `workflows`: whoever wants to push changed workflows has to be granted that too. */
const EVERYTHING: Readonly<Record<string, string>> = {
  actions: "write",
  administration: "read",
  checks: "write",
  contents: "write",
  deployments: "read",
  issues: "write",
  metadata: "read",
  pull_requests: "write",
  statuses: "write",
};

export async function openGitHub(options: GitHubOptions = {}): Promise<GitHub> {
  const [owner = "acme", name = "shop"] = (options.repository ?? "acme/shop").split("/");
  const front = await HttpFront.listen();
  const key = privateKey();
  const permissions = options.permissions ?? EVERYTHING;
  const app = {
    ...APP,
    privateKey: key,
    installation: INSTALLATION,
    permissions,
    events: options.events ?? EVENTS,
  };
  const seed = { owner, repository: name, users: [], baseUrl: front.apiUrl, app };
  const [emulate, git] = await Promise.all([startEmulate(seed), GitSide.create()]);
  const { apiUrl, webUrl } = front;
  const webhooks = new Webhooks(options.webhookUrl ?? null, options.webhookSecret ?? WEBHOOK_SECRET);
  const world = new GitHubWorld({
    git,
    webhooks,
    emulate,
    apiUrl,
    webUrl,
    owner,
    name,
    app: APP,
    installation: INSTALLATION,
  });
  world.appKey = key;
  await learnRepository(world, options.visibility ?? "private");
  const caller: Caller = { login: SERVICE_LOGIN, token: SERVICE_TOKEN, app: null, permissions: null };
  world.tokens.set(SERVICE_TOKEN, caller);
  world.permissions.set(SERVICE_LOGIN, "write");
  front.show(world, new RateLimit(options.rateLimit === undefined ? 15_000 : options.rateLimit));
  const github = new GitHub(world, front, { appId: APP.id, installationId: INSTALLATION, privateKey: key });
  if (options.files !== null) await github.pushToBranch("main", options.files ?? { "README.md": "# Shop\n" });
  return github;
}

/** Git's address is not what `emulate` thinks: it stands beside the API. */
async function learnRepository(world: GitHubWorld, visibility: "public" | "private"): Promise<void> {
  const { owner, name, htmlUrl } = world;
  const { body } = await world.emulate.sendAsAdmin("GET", `/repos/${owner}/${name}`);
  if (!isJsonObject(body)) throw new Error("emulate knows no repository");
  world.facts = {
    ...body,
    owner: { ...presentUser(world, owner), type: "Organization" },
    pushed_at: new Date().toISOString(),
    html_url: htmlUrl,
    clone_url: `${htmlUrl}.git`,
    private: visibility === "private",
    visibility,
  };
}

let generated: string | null = null;

/** One for all in this process: it takes about as long as everything else together. */
function privateKey(): string {
  generated ??= newAppKey();
  return generated;
}
