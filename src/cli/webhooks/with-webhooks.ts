/** Carries out a command about webhooks on the database of a service, and says in text or JSON how it ended. */
import type { ServiceConfig } from "../../service/config.js";
import type { WebhookStore } from "../../service/ports/webhook-store.js";
import { withWebhooks as openWebhooks } from "../../service/storage/open-webhooks.js";
import { jsonLine } from "../client/json-line.js";
import { ending } from "../database/ending.js";
import { type StoreFlags, settingsOfService } from "../database/settings-of-service.js";
import { EXIT, type ExitCode } from "../exit-codes.js";
import { plainText } from "../plain-text.js";
import type { Surroundings } from "../surroundings.js";

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
  flags: StoreFlags,
  surroundings: Surroundings,
  work: (webhooks: WebhookStore, settings: WebhookSettings) => Promise<Ending>,
): Promise<ExitCode> {
  return ending(command, flags, surroundings, async () => {
    const settings = settingsOfService(["database", "webhookPrivateAddresses"], flags, surroundings);
    const end = await openWebhooks(settings.database, (webhooks) => work(webhooks, settings));
    return told(command, flags, surroundings, end);
  });
}

function told(
  command: string,
  flags: StoreFlags,
  { stdout, stderr }: Surroundings,
  { exitCode, lines, document }: Ending,
): ExitCode {
  if (flags.json === true) {
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
