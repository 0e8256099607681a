/** The only file that knows everyone: builds the adapters, starts the loop and the door, stops them in order. */
import { randomUUID } from "node:crypto";
import { queueId } from "../domain/ids.js";
import { createAdmin } from "./api/admin-server.js";
import { serviceTokens } from "./api/auth.js";
import { type DoorSettings, type OpenDoor, openDoor } from "./api/open-door.js";
import { type Check, createReadiness } from "./api/readiness.js";
import { createApi } from "./api/server.js";
import { ConfigError, type ServiceConfig } from "./config.js";
import type { GitHubIntake } from "./forge/github/intake/github-intake.js";
import { requireGit } from "./git/run-git.js";
import { holdFolders } from "./held-folders.js";
import { QueueLoop } from "./loop/queue-loop.js";
import { ServedRepositories } from "./loop/served-repositories.js";
import { meteredIntake } from "./metered-calls.js";
import { foldersOfOwn, openForge, pollIntervalOf, servedBy } from "./open-forge.js";
import { openIntake } from "./open-intake.js";
import { openStatus, statusHooks } from "./open-status.js";
import { openWork } from "./open-work.js";
import { otelTracer } from "./otel-tracer.js";
import { pinoLog } from "./pino-log.js";
import type { Log } from "./ports/log.js";
import { prepareWorkFolder } from "./prepare-work-folder.js";
import { createPromMeter } from "./prom-meter.js";
import { again } from "./rounds/again.js";
import { placeOf } from "./storage/database.js";
import { Retention } from "./storage/retention/retention.js";
import { SqlCommandStore } from "./storage/sql/sql-command-store.js";
import { SqlTokenStore } from "./storage/sql/sql-token-store.js";
import { SqlWebhookStore } from "./storage/sql/sql-webhook-store.js";
import { endWrongWaits, gitHubWaiting } from "./storage/sql/times-ahead.js";
import { webhookOutbox } from "./storage/sql/webhook-outbox.js";
import { DeliveryPump } from "./webhooks/delivery-pump.js";
import { describeDecision } from "./webhooks/describe-decision.js";
import { detailsUrl } from "./webhooks/destination.js";
import { addressRules } from "./webhooks/private-addresses.js";
import { webhookSender } from "./webhooks/send-webhook.js";

export interface RunningService {
  /** Base address of the API, `/v1` included. */
  readonly apiUrl: string;
  /** Finishes what is under way; nothing is lost either way. */
  stop(): Promise<void>;
}

const NO_TOKEN =
  "nobody could call: make a token with `merge-queue tokens create --name admin`, or set MERGE_QUEUE_API_TOKEN";

const MEBIBYTE = 1024 * 1024;
const WAITS_REPAIRED_EVERY_MS = 60_000;

/** All of it or nothing: of a start that fails, nothing stays open. */
export async function startService(config: ServiceConfig, version: string): Promise<RunningService> {
  const log = pinoLog(config.logLevel, { secrets: secretsOf(config) });
  const opened = new AsyncDisposableStack();
  try {
    return await open(config, version, log, opened);
  } catch (error) {
    await opened.disposeAsync().catch((failure: unknown) => {
      log.warn({ error: String(failure) }, "what a failed start had opened could not be closed cleanly");
    });
    throw error;
  }
}

/** Each thing says in `opened` how it is stopped, in the order in which it is opened; the last one is stopped first. */
async function open(
  config: ServiceConfig,
  version: string,
  log: Log,
  opened: AsyncDisposableStack,
): Promise<RunningService> {
  const tracer = otelTracer(version);
  const meter = config.adminListen === null ? null : createPromMeter(version);
  const requireGitForClones = async () => (config.githubGit === "api" ? null : requireGit());
  await requireGitForClones();
  await prepareWorkFolder(config.dataFolder);
  const releaseFolders = await holdFolders(foldersOfOwn(config), {
    onWait: (folder, holder) => {
      log.warn({ folder, holder }, "another process uses this folder: the start waits for it to end");
    },
  });
  // First, so that it is done last: nothing that this process began is at work in them by then.
  opened.defer(releaseFolders);
  const { database } = config;
  const describe = describeDecision({
    detailsUrl: detailsUrl(config.publicUrl, (repository, number) =>
      forge.pullRequestUrl(repository, number),
    ),
    testBranchPrefix: config.testBranchPrefix,
  });
  const work = await openWork({
    ...{ database, version, log, pollIntervalMs: pollIntervalOf(config) },
    onCommit: [webhookOutbox(describe, () => webhooks.expect()), ...statusHooks(config)],
  });
  const { store, db, clock, dispatch, board, session } = work;
  opened.defer(async () => work.close());
  let admin: OpenDoor | null = null;
  // Nearly to the end, so that whoever watches sees the stop.
  opened.defer(async () => admin?.close());
  const { git, forge, github } = openForge(config, {
    ...{ version, clock, log, meter, board },
    settingsOf: async (repository, targetBranch) =>
      (await queues.read({ repository, targetBranch }))?.queue.settings ?? null,
  });
  opened.defer(async () => forge.close());
  const webhooks = new DeliveryPump({
    store: new SqlWebhookStore(db),
    send: webhookSender({ rules: addressRules(config.webhookPrivateAddresses), version }),
    clock,
    log,
    session,
    ...(meter !== null && { meter }),
  });
  opened.defer(async () => webhooks.stop());
  const status = openStatus(config, { github, git, store, db, session, clock, log });
  opened.defer(async () => status?.stop());
  const isMeantToServe = servedBy(config);
  const served = session.isShared ? new ServedRepositories({ forge, clock, log, isMeantToServe }) : null;
  const queues = new QueueLoop({
    ...(served !== null && { served }),
    store,
    git,
    forge,
    clock,
    log,
    dispatch,
    testBranchPrefix: config.testBranchPrefix,
    landing: config.githubLanding,
    newQueueId: () => queueId(randomUUID()),
    onDecision: () => {
      webhooks.pokeIfExpected();
      status?.poke();
    },
    alsoLook: async (names): Promise<void> => intake?.catchUp(names),
    tracer,
    ...(meter !== null && { meter }),
  });
  // With it the dispatch stops, whether it was started or not.
  opened.defer(async () => queues.stop());
  const surroundings = {
    ...{ store, commands: new SqlCommandStore(db), queues, session, clock, log },
    ...(meter !== null && { meter }),
  };
  const intake: GitHubIntake | null = github === null ? null : openIntake(config, github, surroundings);
  opened.defer(async () => intake?.stop());
  const tokens = await serviceTokens(config.apiToken, new SqlTokenStore(db), { clock, log });
  if (tokens === null) throw new ConfigError([NO_TOKEN]);
  opened.defer(async () => tokens.close());
  let isStopping = false;
  const readiness = createReadiness(
    {
      store: async () => store.requireReady().then(() => true),
      git: async () => requireGitForClones().then(() => true),
      loop: async () => Promise.resolve(queues.isRunning),
      ...(served !== null && readinessOfReplica(config, served)),
      serving: async () => Promise.resolve(!isStopping),
    },
    { log },
  );
  await queues.start();
  webhooks.start();
  intake?.start();
  status?.start();
  const stopRepairs = again(clock, log, WAITS_REPAIRED_EVERY_MS, "wrong waits", async () => {
    const ended = await endWrongWaits(db, clock.now());
    if (ended > 0) log.warn({ ended }, "work that was put off by a clock that was ahead is due now");
  });
  opened.defer(stopRepairs);
  const retention = new Retention(db, store, config.retentionMs, clock, log);
  opened.defer(async () => retention.stop());
  retention.start();
  const heard = config.githubWebhookSecret === null ? null : intake;
  const api = createApi({
    queues,
    tokens,
    log,
    version,
    testBranchPrefix: config.testBranchPrefix,
    stateCase: config.stateCase,
    trustedProxies: config.trustedProxies,
    uploadMemoryBytes: config.uploadMemoryMebibytes * MEBIBYTE,
    endsTls: config.tlsCertificate !== null,
    tracer,
    readiness,
    intake: heard === null || meter === null ? heard : meteredIntake(heard, meter),
    ...(meter !== null && { meter }),
  });
  if (meter !== null && config.adminListen !== null) {
    meter.watch({
      now: () => clock.now(),
      outbox: () => store.outboxSize(),
      readiness: () => readiness.check(),
      gitHub: github === null ? null : async () => gitHubWaiting(db),
    });
    const app = createAdmin({ log, readiness, readMetrics: () => meter.read() });
    const settings = { ...doorSettings(config), listen: config.adminListen, tls: null };
    admin = await openDoor(app, settings, { clock, log });
  }
  const door = await openDoor(api, doorSettings(config), { clock, log });
  opened.defer(async () => door.close());
  log.info(
    { url: door.url, admin: admin?.url ?? null, database: placeOf(config.database), forge: forge.name },
    "serving",
  );
  return {
    apiUrl: `${door.url}/v1`,
    stop: async () => {
      isStopping = true;
      await opened.disposeAsync();
    },
  };
}

function secretsOf(config: ServiceConfig): readonly string[] {
  const { githubToken, githubAppPrivateKey, githubWebhookSecret, githubEarlierWebhookSecret } = config;
  const ofGitHub = [githubToken, githubAppPrivateKey, githubWebhookSecret, githubEarlierWebhookSecret];
  return [config.apiToken, ...ofGitHub].filter((secret) => secret !== null);
}

/** What a replica cannot do it leaves to others, and says so. */
function readinessOfReplica(config: ServiceConfig, served: ServedRepositories): Record<string, Check> {
  return {
    repositories: async () => Promise.resolve(served.canWork),
    ...(config.forge === "plain-git" && { tests: async () => Promise.resolve(config.testCommand !== null) }),
  };
}

function doorSettings({ listen, maxConnections, tlsCertificate, tlsKey }: ServiceConfig): DoorSettings {
  const tls =
    tlsCertificate === null || tlsKey === null ? null : { certificate: tlsCertificate, key: tlsKey };
  return { listen, maxConnections, tls };
}
