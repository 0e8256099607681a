/** Carries out a command about webhooks on the database of a service, and says in text or JSON how it ended. */
import { ConfigError, readSettings, type ServiceConfig } from "../../service/config.js";
import type { WebhookStore } from "../../service/ports/webhook-store.js";
import { DATABASE_FORM, databaseOf } from "../../service/storage/database.js";
import { withWebhooks as openWebhooks } from "../../service/storage/open-webhooks.js";
import { jsonLine } from "../client/json-line.js";
import { failureOf } from "../database/failure-of.js";
import { WrongUse } from "../database/wrong-use.js";
import { EXIT, type ExitCode } from "../exit-codes.js";
import { plainText } from "../plain-text.js";
import type { Surroundings } from "../surroundings.js";

export interface StoreFlags {
  readonly database?: string;
  readonly json?: boolean;
}

export interface Ending {
  readonly exitCode: ExitCode;
  /** For people: to stdout when the command is done, else to stderr. */
  readonly lines: readonly string[];
  /** For programs, beside what every command says. */
  readonly document: Readonly<Record<string, unknown>>;
}

export type WebhookSettings = Pick<ServiceConfig, "webhookPrivateAddresses">;

export async function withWebhooks(
  command: string,
  { database, json = false }: StoreFlags,
  { environment, stdout, stderr }: Surroundings,
  work: (webhooks: WebhookStore, settings: WebhookSettings) => Promise<Ending>,
): Promise<ExitCode> {
  const { exitCode, lines, document } = await ended(async () => {
    // It may hold a password, so it is not repeated.
    if (database !== undefined && databaseOf(database) === null) {
      throw new WrongUse(`--database: expected ${DATABASE_FORM}, as the service has it`);
    }
    const flags = database === undefined ? {} : { databaseUrl: database };
    const config = readSettings(["database", "webhookPrivateAddresses"], environment, flags);
    return openWebhooks(config.database, (webhooks) => work(webhooks, config));
  });
  if (json) {
    stdout.write(jsonLine({ command, exitCode, ...document }));
    return exitCode;
  }
  for (const line of lines) {
    if (exitCode === EXIT.done) stdout.write(`${plainText(line)}\n`);
    else stderr.write(`merge-queue ${command}: ${plainText(line)}\n`);
  }
  return exitCode;
}

export function noSuchEndpoint(id: string): Ending {
  const message = `there is no endpoint ${id}: \`merge-queue webhooks list\` shows those there are`;
  return refused(message, "no-such-endpoint");
}

export function refused(message: string, error: string): Ending {
  return { exitCode: EXIT.refused, lines: [message], document: { message, error } };
}

export function done(lines: readonly string[], document: Ending["document"]): Ending {
  return { exitCode: EXIT.done, lines, document };
}

async function ended(run: () => Promise<Ending>): Promise<Ending> {
  try {
    return await run();
  } catch (error) {
    const isConfig = error instanceof ConfigError;
    const failure = failureOf(isConfig ? new WrongUse(error.problems.join("; ")) : error);
    if (failure === null) throw error;
    const { exitCode, kind, message } = failure;
    return { exitCode, lines: [message], document: { message, error: kind } };
  }
}
