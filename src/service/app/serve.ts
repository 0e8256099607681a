/** The last phase of a start: the admin server and the API listen. */
import { type Repository, repositoryKey } from "../../domain/repository.js";
import { readAssets } from "../dashboard/assets/serve-assets.js";
import { EventStreams } from "../dashboard/live/event-streams.js";
import { pages } from "../dashboard/pages.js";
import { GitHubAccounts } from "../github/accounts/github-accounts.js";
import { RepositoryRoles } from "../github/accounts/repository-roles.js";
import type { Addition } from "../http/addition.js";
import { createAdmin } from "../http/admin-server.js";
import { type HttpServerSettings, openHttpServer } from "../http/open-http-server.js";
import { createApi } from "../http/server.js";
import { meteredIntake } from "../observability/metered-calls.js";
import { type AccountHost, GITHUB_CALLBACK_PATH } from "../ports/account-host.js";
import type { ServiceConfig } from "../settings/config.js";
import { gitHubApiUrl, gitHubWebUrl } from "../settings/forms.js";
import { placeOf } from "../store/database.js";
import { SqlPageSessionStore } from "../store/sql/sql-page-session-store.js";
import { gitHubWaiting } from "../store/sql/times-ahead.js";
import { detailsUrl } from "../webhooks/destination.js";
import type { Parts } from "./build-parts.js";
import type { Adapters } from "./open-adapters.js";
import { hostOf } from "./open-forge.js";
import type { Startup } from "./startup.js";

export interface RunningService {
  /** Base address of the API, `/v1` included. */
  readonly apiUrl: string;
  /** Finishes work in progress; unfinished work remains in the store. */
  stop(): Promise<void>;
}

const MEBIBYTE = 1024 * 1024;

export async function serve(startup: Startup, adapters: Adapters, parts: Parts): Promise<RunningService> {
  const { config, log, opened } = startup;
  const { clock, forge } = adapters;
  await openAdminServer(startup, adapters, parts);
  const streams = new EventStreams(clock);
  const web = await openPages(startup, adapters, parts, streams);
  const server = await openHttpServer(apiOf(startup, adapters, parts, web), httpServerSettings(config), {
    clock,
    log,
  });
  opened.defer(async () => server.close());
  // The server waits for its responses, and these end only now.
  opened.defer(() => streams.close());
  log.info(
    {
      url: server.url,
      admin: startup.admin.server?.url ?? null,
      database: placeOf(config.database),
      forge: forge.name,
    },
    "serving",
  );
  return {
    apiUrl: `${server.url}/v1`,
    stop: async () => {
      parts.beginStop();
      await opened.disposeAsync();
    },
  };
}

function apiOf(
  { config, version, log }: Startup,
  { db, meter, tracer }: Adapters,
  parts: Parts,
  web: Addition,
) {
  const { queues, tokens, readiness } = parts;
  const intake = config.githubWebhookSecret === null ? null : parts.intake;
  return createApi({
    ...{ queues, tokens, log, version, tracer, readiness },
    testBranchPrefix: config.testBranchPrefix,
    pauses: new SqlPageSessionStore(db),
    stateCase: config.stateCase,
    trustedProxies: config.trustedProxies,
    uploadMemoryBytes: config.uploadMemoryMebibytes * MEBIBYTE,
    endsTls: config.tlsCertificate !== null,
    intake: intake === null || meter === null ? intake : meteredIntake(intake, meter),
    ...(meter !== null && { meter }),
    pages: web,
    ...(config.publicUrl !== null && { pageOf: detailsUrl(config.publicUrl, () => "") }),
  });
}

async function openPages(
  startup: Startup,
  adapters: Adapters,
  { tokens, onDecision }: Parts,
  streams: EventStreams,
): Promise<Addition> {
  const { config } = startup;
  const { db, clock } = adapters;
  return pages({
    ...{ clock, streams, onDecision },
    assets: await readAssets(),
    store: new SqlPageSessionStore(db),
    tokens,
    access: config.dashboardAccess,
    publicUrl: config.publicUrl,
    accounts: openAccounts(startup, adapters),
    endsTls: config.tlsCertificate !== null,
    git: adapters.git,
  });
}

/** Serves metrics and health checks, if an address for them is set. */
async function openAdminServer(
  { config, log, admin }: Startup,
  { db, clock, store, github, meter }: Adapters,
  { queues, readiness }: Parts,
): Promise<void> {
  if (meter === null || config.adminListen === null) return;
  meter.watch({
    now: () => clock.now(),
    outbox: () => store.outboxSize(),
    readiness: () => readiness.check(),
    unavailable: (cause) => queues.unavailable.count(cause),
    gitHub: github === null ? null : async () => gitHubWaiting(db),
  });
  const app = createAdmin({ log, readiness, readMetrics: () => meter.read() });
  const settings = { ...httpServerSettings(config), listen: config.adminListen, tls: null };
  admin.server = await openHttpServer(app, settings, { clock, log });
}

function httpServerSettings(config: ServiceConfig): HttpServerSettings {
  const { listen, maxConnections, tlsCertificate: certificate, tlsKey: key } = config;
  const tls = certificate === null || key === null ? null : { certificate, key };
  return { listen, maxConnections, tls };
}

/** Sign-in with accounts of the code host; null: people sign in with tokens only. Makes no calls yet. */
function openAccounts(
  { config, log, version }: Startup,
  { github, clock }: Pick<Adapters, "github" | "clock">,
): AccountHost | null {
  const app = oauthAppOf(config);
  if (github === null || app === null) return null;
  const { repositories } = config;
  const host = hostOf(repositories);
  const apiUrl = config.githubApiUrl ?? gitHubApiUrl(host);
  const isServed = (repository: Repository) => repositories.has(repositoryKey(repository));
  return new GitHubAccounts({
    ...{ ...app, apiUrl, log },
    webUrl: gitHubWebUrl(apiUrl, host),
    userAgent: `merge-queue/${version}`,
    roles: new RepositoryRoles({ calls: github.calls, isServed, clock, log }),
  });
}

function oauthAppOf({
  githubClientId: clientId,
  githubClientSecret: clientSecret,
  publicUrl,
}: ServiceConfig) {
  if (clientId === null || clientSecret === null || publicUrl === null) return null;
  return { clientId, clientSecret, redirectUri: publicUrl + GITHUB_CALLBACK_PATH };
}
