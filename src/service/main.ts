/** The only file that knows everyone: builds the adapters, starts the loop and the door, stops them in order. */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { queueId } from "../domain/ids.js";
import { repositoryKey } from "../domain/repository.js";
import { createAdmin } from "./api/admin-server.js";
import { staticToken } from "./api/auth.js";
import type { Door } from "./api/listen.js";
import { createReadiness } from "./api/readiness.js";
import { createApi, listen } from "./api/server.js";
import type { ServiceConfig } from "./config.js";
import { createPlainGitForge } from "./forge/plain-git/plain-git-forge.js";
import { createGit } from "./git/git-adapter.js";
import { requireGit } from "./git/require-git.js";
import { QueueLoop } from "./loop/queue-loop.js";
import { meteredForge, meteredGit } from "./metered-calls.js";
import { otelTracer } from "./otel-tracer.js";
import { pinoLog } from "./pino-log.js";
import { prepareDataFolder } from "./prepare-data-folder.js";
import { createPromMeter } from "./prom-meter.js";
import { placeOf } from "./storage/database.js";
import { openStore } from "./storage/open-store.js";
import { systemClock } from "./system-clock.js";

export interface RunningService {
  /** Base address of the API, `/v1` included. */
  readonly apiUrl: string;
  /** Finishes what is under way; nothing is lost either way. */
  stop(): Promise<void>;
}

export async function startService(config: ServiceConfig, version: string): Promise<RunningService> {
  const log = pinoLog(config.logLevel, { secrets: [config.apiToken] });
  const tracer = otelTracer(version);
  const meter = config.adminListen === null ? null : createPromMeter(version);
  await requireGit();
  await prepareDataFolder(config.dataFolder);
  const { store } = await openStore(config.database, version);
  const plainGit = createGit({
    cloneFolder: join(config.dataFolder, "repositories"),
    resolve: (repository) => config.repositories.get(repositoryKey(repository)),
    access: config.gitConfigFile === null ? {} : { configFile: config.gitConfigFile },
  });
  const git = meter === null ? plainGit : meteredGit(plainGit, meter);
  const plainForge = createPlainGitForge({
    git,
    repositories: config.repositories,
    testCommand: config.testCommand,
    parallelRuns: config.parallelTests,
    log,
    workFolder: join(config.dataFolder, "test-runs"),
  });
  const forge = meter === null ? plainForge : meteredForge(plainForge, meter);
  const queues = new QueueLoop({
    store,
    git,
    forge,
    clock: systemClock,
    log,
    pollIntervalMs: config.pollIntervalMs,
    testBranchPrefix: config.testBranchPrefix,
    newQueueId: () => queueId(randomUUID()),
    tracer,
    ...(meter !== null && { meter }),
  });
  let isStopping = false;
  const readiness = createReadiness(
    {
      store: async () => store.requireReady().then(() => true),
      git: async () => requireGit().then(() => true),
      loop: async () => Promise.resolve(queues.isRunning),
      serving: async () => Promise.resolve(!isStopping),
    },
    { log },
  );
  await queues.start();
  const api = createApi({
    queues,
    tokens: staticToken(config.apiToken),
    log,
    version,
    testBranchPrefix: config.testBranchPrefix,
    stateCase: config.stateCase,
    tracer,
    readiness,
    ...(meter !== null && { meter }),
  });
  let admin: Door | null = null;
  const stopInside = async () => {
    await queues.stop();
    await forge.close();
    // To the end, so that whoever watches sees the stop.
    await admin?.close();
    await store.close();
  };
  const orStop = async (error: unknown): Promise<never> => {
    await stopInside();
    throw error;
  };
  if (meter !== null && config.adminListen !== null) {
    meter.watch({
      now: () => systemClock.now(),
      outbox: () => store.outboxSize(),
      readiness: () => readiness.check(),
    });
    const app = createAdmin({ log, readiness, readMetrics: () => meter.read() });
    admin = await listen(app, config.adminListen).catch(orStop);
  }
  const door = await listen(api, config.listen).catch(orStop);
  log.info(
    { url: door.url, admin: admin?.url ?? null, database: placeOf(config.database), forge: forge.name },
    "serving",
  );
  return {
    apiUrl: `${door.url}/v1`,
    stop: async () => {
      isStopping = true;
      await door.close();
      await stopInside();
    },
  };
}
