/** The App as the written settings describe it: calls to GitHub with its key, and a check that the key is this App's. */
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { backoffMs } from "../../../domain/duration.js";
import { type AuthorizedCalls, createGitHubCalls } from "../../../service/github/api/create-github-calls.js";
import { appSignature } from "../../../service/github/api/installation-tokens.js";
import { appOfKey } from "../../../service/github/setup/app-questions.js";
import { WorldError } from "../../../service/ports/world-error.js";
import { configOf, examineConfig, type ServiceConfig } from "../../../service/settings/config.js";
import type { Sources } from "../../../service/settings/layers.js";
import { SETTING_KEYS } from "../../../service/settings/settings.js";
import { programVersion } from "../../version.js";
import type { SetupRun } from "./run-of-setup.js";
import { SETTINGS_FILE } from "./save-app.js";

export interface ConnectedApp {
  readonly id: number;
  readonly slug: string;
  readonly htmlUrl: string;
  readonly config: ServiceConfig;
  /** The sources that `serve --config` reads. */
  readonly sources: Sources;
  readonly calls: AuthorizedCalls;
  readonly signature: () => Promise<string>;
}

/** GitHub's servers know a new App after a moment. */
const ATTEMPTS = 5;
const RETRY_MS = 1000;

export async function connectApp(run: SetupRun): Promise<ConnectedApp> {
  const { app } = run.state.facts;
  if (app === null) throw new Error("the App is registered before it is used");
  const file = join(run.options.dataFolder, SETTINGS_FILE);
  const sources = { environment: run.surroundings.environment, flags: { config: file } };
  const examined = examineConfig(sources);
  if (examined.problems.length > 0) throw new WorldError(examined.problems.join("; "), false);
  const config = configOf(examined, SETTING_KEYS);
  const { githubAppId: appId, githubAppPrivateKey: privateKey } = config;
  if (appId !== String(app.id) || privateKey === null) {
    const origin = examined.held.get("githubAppId")?.origin ?? "default";
    const place = origin === "default" ? `${file}: githubAppId` : origin;
    throw new WorldError(
      `${place} is ${appId ?? "not set"}, but this folder was set up for the App ${app.id} (${app.slug}): restore it, or name another folder with --data`,
      false,
    );
  }
  const apiUrl = config.githubApiUrl ?? run.options.gitHub.apiUrl;
  const userAgent = `merge-queue/${programVersion()}`;
  const calls = createGitHubCalls({ apiUrl, access: { kind: "app", appId, privateKey }, userAgent });
  const signature = appSignature({ appId, privateKey });
  await requireAccepted(run, calls, signature, app);
  return { ...app, config, sources, calls, signature };
}

async function requireAccepted(
  { signal, dialog }: SetupRun,
  calls: AuthorizedCalls,
  signature: () => Promise<string>,
  app: { readonly id: number; readonly slug: string },
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const found = await asked(() => appOfKey(calls, signature), attempt < ATTEMPTS);
    if (found !== null && found !== "later" && found.id === app.id) return;
    if (attempt >= ATTEMPTS || (found !== null && found !== "later")) {
      throw new WorldError(
        `GitHub does not accept the private key for the App ${app.slug}: if the App was deleted, move the data folder away and ` +
          `start again; otherwise generate a key in the App's settings, and put it into the file that githubAppPrivateKeyFile names`,
        false,
      );
    }
    if (attempt === 1) dialog.note("GitHub does not know the App's key yet; asking again.");
    await pause(backoffMs(attempt - 1, RETRY_MS), undefined, { signal });
  }
}

async function asked<Result>(ask: () => Promise<Result>, mayRetry: boolean): Promise<Result | "later"> {
  try {
    return await ask();
  } catch (error) {
    if (mayRetry && error instanceof WorldError && error.retryable) return "later";
    throw error;
  }
}
