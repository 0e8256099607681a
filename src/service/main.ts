/** The only file that knows everyone: builds the adapters, starts the loop and the door, stops them in order. */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { queueId } from "../domain/ids.js";
import { repositoryKey } from "../domain/repository.js";
import { staticToken } from "./api/auth.js";
import { createApi, listen } from "./api/server.js";
import type { ServiceConfig } from "./config.js";
import { createPlainGitForge } from "./forge/plain-git/plain-git-forge.js";
import { createGit } from "./git/git-adapter.js";
import { requireGit } from "./git/require-git.js";
import { QueueLoop } from "./loop/queue-loop.js";
import { openWork } from "./open-work.js";
import { pinoLog } from "./pino-log.js";
import { prepareWorkFolder } from "./prepare-work-folder.js";
import { placeOf } from "./storage/database.js";
import { systemClock } from "./system-clock.js";

export interface RunningService {
  /** Base address of the API, `/v1` included. */
  readonly apiUrl: string;
  /** Finishes what is under way; nothing is lost either way. */
  stop(): Promise<void>;
}

export async function startService(config: ServiceConfig, version: string): Promise<RunningService> {
  const log = pinoLog(config.logLevel);
  await requireGit();
  await prepareWorkFolder(config.dataFolder);
  const { database, pollIntervalMs } = config;
  const { store, dispatch, board } = await openWork({
    database,
    version,
    clock: systemClock,
    log,
    pollIntervalMs,
  });
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
    ...(board === null ? {} : { board }),
  });
  const queues = new QueueLoop({
    store,
    git,
    forge,
    clock: systemClock,
    log,
    dispatch,
    testBranchPrefix: config.testBranchPrefix,
    newQueueId: () => queueId(randomUUID()),
  });
  await queues.start();
  const api = createApi({
    queues,
    tokens: staticToken(config.apiToken),
    log,
    version,
    testBranchPrefix: config.testBranchPrefix,
    stateCase: config.stateCase,
  });
  const stopInside = async () => {
    await queues.stop();
    await forge.close();
    await store.close();
  };
  const door = await listen(api, config.listen).catch(async (error: unknown) => {
    await stopInside();
    throw error;
  });
  log.info({ url: door.url, database: placeOf(config.database), forge: forge.name }, "serving");
  return {
    apiUrl: `${door.url}/v1`,
    stop: async () => {
      await door.close();
      await stopInside();
    },
  };
}
