/** The only file that knows everyone: builds the adapters, starts the loop and the door, stops them in order. */
import { randomUUID } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { queueId } from "../domain/ids.js";
import { repositoryKey } from "../domain/repository.js";
import { openDoor } from "./api/open-door.js";
import { createApi } from "./api/server.js";
import { serviceTokens } from "./api/service-tokens.js";
import { ConfigError, type ServiceConfig } from "./config.js";
import { createPlainGitForge } from "./forge/plain-git/plain-git-forge.js";
import { createGit } from "./git/git-adapter.js";
import { requireGit } from "./git/require-git.js";
import { QueueLoop } from "./loop/queue-loop.js";
import { pinoLog } from "./pino-log.js";
import { placeOf } from "./storage/database.js";
import { openStore } from "./storage/open-store.js";
import { SqlTokenStore } from "./storage/sql/sql-token-store.js";
import { systemClock } from "./system-clock.js";

export interface RunningService {
  /** Base address of the API, `/v1` included. */
  readonly apiUrl: string;
  /** Reads again what may change while it runs: the certificate. */
  reload(): Promise<void>;
  /** Finishes what is under way; nothing is lost either way. */
  stop(): Promise<void>;
}

const NO_TOKEN =
  "nobody could call: make a token with `merge-queue tokens create --name admin`, or set MERGE_QUEUE_API_TOKEN";

export async function startService(config: ServiceConfig, version: string): Promise<RunningService> {
  const log = pinoLog(config.logLevel);
  await requireGit();
  await mkdir(config.dataFolder, { recursive: true, mode: 0o700 });
  const { store, db } = await openStore(config.database, version);
  const tokens = await serviceTokens(config.apiToken, new SqlTokenStore(db), { clock: systemClock, log });
  if (tokens === null) {
    await store.close();
    throw new ConfigError([NO_TOKEN]);
  }
  const git = createGit({
    cloneFolder: join(config.dataFolder, "repositories"),
    resolve: (repository) => config.repositories.get(repositoryKey(repository)),
    access: config.gitConfigFile === null ? {} : { configFile: config.gitConfigFile },
  });
  const forge = createPlainGitForge({
    git,
    repositories: config.repositories,
    testCommand: config.testCommand,
    parallelRuns: config.parallelTests,
    log,
    workFolder: join(config.dataFolder, "test-runs"),
  });
  const queues = new QueueLoop({
    store,
    git,
    forge,
    clock: systemClock,
    log,
    pollIntervalMs: config.pollIntervalMs,
    testBranchPrefix: config.testBranchPrefix,
    newQueueId: () => queueId(randomUUID()),
  });
  await queues.start();
  const api = createApi({
    queues,
    tokens,
    log,
    version,
    testBranchPrefix: config.testBranchPrefix,
    stateCase: config.stateCase,
    trustedProxies: config.trustedProxies,
    uploadMemoryBytes: config.uploadMemoryBytes,
    endsTls: config.tls !== null,
  });
  const door = await openDoor(api, config, { clock: systemClock, log });
  log.info({ url: door.url, database: placeOf(config.database), forge: forge.name }, "serving");
  return {
    apiUrl: `${door.url}/v1`,
    reload: () => door.reload(),
    stop: async () => {
      await door.close();
      await tokens.close();
      await queues.stop();
      await forge.close();
      await store.close();
    },
  };
}
