/**
 * START HERE: starts the service in phases. Adapters are opened, the parts that use them are built, background work is
 * started, then the servers listen. Each phase registers how to stop what it opened; stopping runs in reverse order.
 */
import { startFindings } from "../doctor/start-findings.js";
import { secretParts } from "../git/signing-key.js";
import { pinoLog } from "../observability/pino-log.js";
import type { Log } from "../ports/log.js";
import type { ServiceConfig } from "../settings/config.js";
import { buildParts } from "./build-parts.js";
import { openAdapters } from "./open-adapters.js";
import { type RunningService, serve } from "./serve.js";
import { startBackgroundWork } from "./start-background-work.js";
import type { Startup } from "./startup.js";

export type { RunningService } from "./serve.js";

/** A failed start leaves nothing open. Throws `ConfigError`, `WorldError` and the adapters' errors. */
export async function startService(config: ServiceConfig, version: string): Promise<RunningService> {
  const log = pinoLog(config.logLevel, { secrets: secretsOf(config) });
  const opened = new AsyncDisposableStack();
  const startup: Startup = { config, version, log, opened, admin: { server: null } };
  try {
    const adapters = await openAdapters(startup);
    const parts = await buildParts(startup, adapters);
    await startBackgroundWork(startup, adapters, parts);
    const running = await serve(startup, adapters, parts);
    await warnOfSettings(config, log);
    return running;
  } catch (error) {
    await opened.disposeAsync().catch((failure: unknown) => {
      log.warn({ error: String(failure) }, "a failed start could not close everything that it had opened");
    });
    throw error;
  }
}

/** Such a service starts, but is not usable or not safe. */
async function warnOfSettings(config: ServiceConfig, log: Log): Promise<void> {
  for (const { check, says, next } of await startFindings(config)) log.warn({ check, next }, says);
}

function secretsOf(config: ServiceConfig): readonly string[] {
  const { githubToken, githubAppPrivateKey, githubWebhookSecret, githubEarlierWebhookSecret } = config;
  const ofWebhooks = [githubWebhookSecret, githubEarlierWebhookSecret];
  const ofGitHub = [githubToken, githubAppPrivateKey, config.githubClientSecret, ...ofWebhooks];
  const ofKey = config.signingKey === null ? [] : secretParts(config.signingKey);
  return [config.apiToken, ...ofGitHub, ...ofKey].filter((secret) => secret !== null);
}
