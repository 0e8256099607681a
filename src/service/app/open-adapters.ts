/** The first phase of a start: the folders, the store, the code host with its git, and the senders of webhooks and status. */
import { repositoryKey } from "../../domain/repository.js";
import { errorText } from "../../domain/thrown.js";
import { commitsOf, removeLeftKeys } from "../git/commit-signer.js";
import { requireGit } from "../git/create-git-runner.js";
import { RepositoryNames } from "../github/api/repository-names.js";
import { StatusPump } from "../github/status/status-pump.js";
import { statusesToShow } from "../github/status/statuses-to-show.js";
import { otelTracer } from "../observability/otel-tracer.js";
import { createPromMeter, type PromMeter } from "../observability/prom-meter.js";
import type { Clock } from "../ports/clock.js";
import type { ContentPace } from "../ports/content-pace.js";
import type { Served } from "../ports/dispatch.js";
import type { Log } from "../ports/log.js";
import type { Meter } from "../ports/meter.js";
import type { Session } from "../ports/session.js";
import type { Tracer } from "../ports/tracer.js";
import { testedCommits } from "../queue/known-runs.js";
import { readDecisiveOutput } from "../queue/read-decisive-output.js";
import { readEstimates } from "../queue/read-estimates.js";
import { ServedRepositories } from "../queue/served-repositories.js";
import type { ServiceConfig } from "../settings/config.js";
import { prepareWorkFolder } from "../store/make-folder.js";
import type { CommitHook } from "../store/sql/commit-hook.js";
import { SqlContentPace } from "../store/sql/sql-content-pace.js";
import { SqlRepositoryNames } from "../store/sql/sql-repository-names.js";
import { SqlStatusStore } from "../store/sql/sql-status-store.js";
import { SqlWebhookStore } from "../store/sql/sql-webhook-store.js";
import { statusMarks } from "../store/sql/status-marks.js";
import { webhookOutbox } from "../store/sql/webhook-outbox.js";
import { DeliveryPump, ExpectedMessages } from "../webhooks/delivery-pump.js";
import { describeDecision } from "../webhooks/describe-decision.js";
import { detailsUrl } from "../webhooks/destination.js";
import { addressRules } from "../webhooks/private-addresses.js";
import { webhookSender } from "../webhooks/send-webhook.js";
import { monotonic } from "../work/steady-clock.js";
import { holdFolders } from "./held-folders.js";
import {
  foldersOfOwn,
  type OpenForge,
  openForge,
  pollIntervalOf,
  pullRequestUrlOf,
  servedBy,
} from "./open-forge.js";
import { openWork } from "./open-work.js";
import type { OpenWork, Startup } from "./startup.js";

export interface Adapters extends OpenWork, OpenForge {
  readonly tracer: Tracer;
  /** null: metrics are not served. */
  readonly meter: PromMeter | null;
  readonly webhooks: DeliveryPump;
  /** Of requests that create content on the code host. */
  readonly pace: ContentPace;
  /** Raised by transactions that write webhook messages. */
  readonly expectedMessages: ExpectedMessages;
  /** null: no other process shares the store, so none could take over. */
  readonly served: ServedRepositories | null;
  /** null: the code host shows no status. */
  readonly status: OpenStatus | null;
}

export async function openAdapters(startup: Startup): Promise<Adapters> {
  const { config, version, log, opened } = startup;
  const tracer = otelTracer(version);
  const meter = config.adminListen === null ? null : createPromMeter(version);
  await holdWorkFolders(startup);
  const expectedMessages = new ExpectedMessages(monotonic);
  const work = await openWork({
    ...{ database: config.database, version, log, pollIntervalMs: pollIntervalOf(config) },
    ...(meter !== null && { meter }),
    onCommit: [webhookOutbox(describedBy(config), () => expectedMessages.expect()), ...statusHooks(config)],
  });
  opened.defer(async () => work.close());
  opened.defer(async () => startup.admin.server?.close());
  const { store, db, clock, board, session } = work;
  const pace = new SqlContentPace(db, clock);
  const served = session.isShared
    ? new ServedRepositories({
        forge: { readTip: async (...branch) => host.forge.readTip(...branch) },
        ...{ clock, log, allowed: servedBy(config), onReturn: () => session.wakeSelf() },
      })
    : null;
  const host = openForge(config, {
    ...{ version, clock, log, meter, board, served, pace },
    names: await knownNames(work, log),
    settingsOf: async (repository, targetBranch) =>
      (await store.load({ repository, targetBranch }))?.queue.settings ?? null,
    tipOf: async (repository, targetBranch) =>
      (await store.load({ repository, targetBranch }))?.queue.tip ?? null,
    testedCommits: async (repository, targetBranch) => testedCommits(store, { repository, targetBranch }),
  });
  opened.defer(async () => host.forge.close());
  const webhooks = new DeliveryPump({
    ...{ store: new SqlWebhookStore(db), clock, log, session },
    send: webhookSender({ rules: addressRules(config.webhookPrivateAddresses), version }),
    ...(meter !== null && { meter }),
  });
  opened.defer(async () => webhooks.stop());
  const status = openStatus(config, { ...host, store, db, session, served, clock, log, meter });
  opened.defer(async () => status?.stop());
  return { ...work, ...host, served, pace, tracer, meter, webhooks, expectedMessages, status };
}

/** A repository without queues is met anew, because it may have been deleted and created again. */
async function knownNames({ db, store: queues }: OpenWork, log: Log): Promise<RepositoryNames> {
  const store = new SqlRepositoryNames(db);
  const names = new RepositoryNames(async (known) => {
    try {
      await store.save(known);
    } catch (error) {
      const repository = repositoryKey(known.configured);
      log.warn({ repository, error: errorText(error) }, "the id of a repository was not stored");
      throw error;
    }
  });
  const known = await store.all();
  const withQueues = known.length === 0 ? [] : await queues.list();
  const keys = new Set(withQueues.map(({ name }) => repositoryKey(name.repository)));
  names.restore(known.filter(({ configured }) => keys.has(repositoryKey(configured))));
  return names;
}

/** Git is needed only for clones. */
export async function requireGitForClones({ githubGit }: ServiceConfig): Promise<void> {
  if (githubGit !== "api") await requireGit();
}

/** The folders are released last, when nothing that this process started works in them. */
async function holdWorkFolders({ config, log, opened }: Startup): Promise<void> {
  await requireGitForClones(config);
  const left = await removeLeftKeys();
  if (left > 0)
    log.warn({ left }, "signing keys that killed processes had left in temporary files are removed");
  // A start without the program or with an unusable key ends here, not at the first test run.
  await commitsOf(config).signer?.sign("Trial\n", Math.floor(Date.now() / 1000));
  await prepareWorkFolder(config.dataFolder);
  const release = await holdFolders(foldersOfOwn(config), {
    onWait: (folder, holder) => {
      log.warn({ folder, holder }, "another process uses this folder; the start waits for its end");
    },
  });
  opened.defer(release);
}

function describedBy(config: ServiceConfig) {
  const { publicUrl, testBranchPrefix } = config;
  return describeDecision({ detailsUrl: detailsUrl(publicUrl, pullRequestUrlOf(config)), testBranchPrefix });
}

type OpenStatus = Pick<StatusPump, "start" | "poke" | "stop" | "closeDrafts" | "showAgain">;

interface StatusSurroundings {
  readonly github: OpenForge["github"];
  readonly forge: OpenForge["forge"];
  readonly git: OpenForge["git"];
  readonly store: OpenWork["store"];
  readonly db: OpenWork["db"];
  readonly session: Session;
  readonly served: Served | null;
  readonly clock: Clock;
  readonly log: Log;
  readonly meter: Meter | null;
}

/** Writes of statuses in the transaction of a decision. */
function statusHooks({ forge }: ServiceConfig): readonly CommitHook[] {
  return forge === "github" ? [statusMarks(statusesToShow)] : [];
}

/** Null on a code host without statuses. */
function openStatus(
  config: ServiceConfig,
  { github, forge, ...world }: StatusSurroundings,
): OpenStatus | null {
  if (github === null) return null;
  const { calls } = github;
  const { publicUrl, testBranchPrefix } = config;
  const page = detailsUrl(publicUrl, () => "");
  return new StatusPump({
    ...{ calls, git: world.git, testBranchPrefix, clock: world.clock, log: world.log },
    store: new SqlStatusStore(world.db),
    queues: world.store,
    self: (repository) => calls.login(repository),
    session: world.session,
    ...(world.meter !== null && { meter: world.meter }),
    ...(world.served !== null && { served: world.served }),
    estimatesOf: async (queue) => {
      const at = world.clock.now();
      return { estimates: await readEstimates(queue, at, world.store), at };
    },
    outputTailOf: async (repository, exit) => readDecisiveOutput(forge, repository, exit),
    pageOf: (name, pullRequest) => (publicUrl === null ? null : page(name, pullRequest)),
  });
}
