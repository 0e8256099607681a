/** Runs a webhook command on the database of a service, and reports its result as text or JSON. */

import { randomBytes, randomUUID } from "node:crypto";
import { DURATION_FORM, durationMs } from "../../../domain/duration.js";
import { repositoryKey, repositoryProblem } from "../../../domain/repository.js";
import { isWebhookFilter, WEBHOOK_FILTERS } from "../../../domain/webhook-event.js";
import {
  MAX_ENDPOINTS,
  type WebhookEndpoint,
  type WebhookStore,
} from "../../../service/ports/webhook-store.js";
import type { ServiceConfig } from "../../../service/settings/config.js";
import { withWebhooks as openWebhooks } from "../../../service/store/open-webhooks.js";
import { urlProblem } from "../../../service/webhooks/destination.js";
import { addressRules } from "../../../service/webhooks/private-addresses.js";
import { type WebhookAnswer, webhookSender } from "../../../service/webhooks/send-webhook.js";
import { newSecret, signedHeaders } from "../../../service/webhooks/signature.js";
import { jsonLine } from "../../client/screen.js";
import { EXIT, type ExitCode } from "../../exit-codes.js";
import { plainText } from "../../plain-text.js";
import type { Surroundings } from "../../surroundings.js";
import { programVersion } from "../../version.js";
import { ending, WrongUse } from "../database/ending.js";
import { type StoreFlags, settingsOfService } from "../database/settings-of-service.js";

export interface Ending {
  readonly exitCode: ExitCode;
  /** Text for people: on stdout after success, else on stderr. */
  readonly lines: readonly string[];
  /** For programs, in addition to the members of every command. */
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
  const message = `there is no endpoint ${id}: \`merge-queue webhooks list\` shows the existing ones`;
  return refused(message, "no-such-endpoint");
}

export function refused(message: string, error: string): Ending {
  return { exitCode: EXIT.refused, lines: [message], document: { message, error } };
}

export function done(lines: readonly string[], document: Ending["document"]): Ending {
  return { exitCode: EXIT.done, lines, document };
}

/** `merge-queue webhooks list`: shows every endpoint and the state of its deliveries, never a secret. */
export async function listEndpoints(flags: StoreFlags, surroundings: Surroundings): Promise<ExitCode> {
  return withWebhooks("webhooks list", flags, surroundings, async (webhooks) => {
    const endpoints = await webhooks.list();
    const lines = endpoints.map(lineOf);
    return done(lines.length === 0 ? ["There are no endpoints."] : lines, {
      endpoints: endpoints.map(shown),
    });
  });
}

function lineOf(endpoint: WebhookEndpoint): string {
  const { id, url, filters, repositories, waiting, givenUp } = endpoint;
  const where = repositories.join(", ") || "every repository";
  return `${id}  ${url}  ${filters.join(",")}  ${where}  ${waiting} waiting, ${givenUp} given up  ${stateOf(endpoint)}`;
}

function stateOf({ disabled, failingSince }: WebhookEndpoint): string {
  if (disabled !== null) return `disabled since ${time(disabled.at)}: ${disabled.reason}`;
  return failingSince === null ? "ok" : `failing since ${time(failingSince)}`;
}

function shown({ id, url, filters, repositories, ...rest }: WebhookEndpoint) {
  const { createdAt, disabled, failingSince, waiting, givenUp } = rest;
  return {
    id,
    url,
    events: filters,
    repositories,
    createdAt: time(createdAt),
    failingSince: failingSince === null ? null : time(failingSince),
    disabled: disabled === null ? null : { at: time(disabled.at), reason: disabled.reason },
    waiting,
    givenUp,
  };
}

function time(at: number): string {
  return new Date(at).toISOString();
}

/**
 * `merge-queue webhooks test`: makes one attempt from this machine under the service's rules, and reports the result.
 */
export async function testEndpoint(
  id: string,
  flags: StoreFlags,
  surroundings: Surroundings,
): Promise<ExitCode> {
  return withWebhooks("webhooks test", flags, surroundings, async (webhooks, settings) => {
    const now = Date.now();
    const destination = await webhooks.destination(id, now);
    if (destination === null) return noSuchEndpoint(id);
    const rules = addressRules(settings.webhookPrivateAddresses);
    const body = JSON.stringify({ type: "webhook.test", timestamp: new Date(now).toISOString() });
    const headers = signedHeaders(destination.secrets, `msg_test_${randomUUID()}`, now, body);
    const send = webhookSender({ rules, version: programVersion() });
    const answer = await send({ url: destination.url, headers, body }, surroundings.interruption());
    const words = wordsOf(answer);
    const status = answer.kind === "answered" ? answer.status : null;
    if (status !== null && status >= 200 && status < 300) return done([`${id} ${words}.`], { id, status });
    const ending = refused(`${id} did not accept it: ${words}`, "not-accepted");
    return { ...ending, document: { ...ending.document, id, status } };
  });
}

function wordsOf(answer: WebhookAnswer): string {
  if (answer.kind === "unanswered") return answer.why;
  const said = answer.excerpt.trim();
  return `answered ${answer.status}${said === "" ? "" : `: ${said}`}`;
}

export interface AddRequest extends StoreFlags {
  readonly url: string;
  readonly events: string;
  readonly repo?: string;
}

/** `merge-queue webhooks add`: adds an endpoint and shows its secret once. */
export async function addEndpoint(request: AddRequest, surroundings: Surroundings): Promise<ExitCode> {
  return withWebhooks("webhooks add", request, surroundings, async (webhooks, settings) => {
    const allowed = settings.webhookPrivateAddresses;
    const mayBePlain = allowed === "allow" || allowed.length > 0;
    const problem = urlProblem(request.url, addressRules(allowed), mayBePlain);
    if (problem !== null) throw new WrongUse(`the address: ${problem}`);
    const { url } = request;
    const filters = filtersOf(request.events);
    const repositories = request.repo === undefined ? [] : repositoriesOf(request.repo);
    const [id, secret] = [`ep_${randomBytes(6).toString("hex")}`, newSecret()];
    const endpoint = { id, url, filters, repositories, secret, createdAt: Date.now() };
    if ((await webhooks.add(endpoint)) === "tooMany") {
      return refused(
        `there are ${MAX_ENDPOINTS} endpoints already, which is the limit: remove one`,
        "too-many-endpoints",
      );
    }
    return done(
      [
        `${id} receives ${filters.join(", ")} of ${repositories.join(", ") || "every repository"}.`,
        "Its secret is shown only once:",
        secret,
      ],
      { id, url, events: filters, repositories, secret },
    );
  });
}

function filtersOf(text: string): readonly string[] {
  const filters = listOf(text);
  const unknown = filters.find((filter) => !isWebhookFilter(filter));
  if (unknown !== undefined || filters.length === 0) {
    throw new WrongUse(
      `--events: ${JSON.stringify(unknown ?? text)} is none of ${WEBHOOK_FILTERS.join(", ")}`,
    );
  }
  return [...new Set(filters)];
}

function repositoriesOf(text: string): readonly string[] {
  const keys = listOf(text).map((item) => {
    const parts = item.split("/");
    const [host = "", owner = "", name = ""] = parts.length === 2 ? ["github.com", ...parts] : parts;
    if (parts.length > 3 || repositoryProblem({ host, owner, name }) !== null) {
      throw new WrongUse(`--repo: ${JSON.stringify(item)} is neither owner/name nor host/owner/name`);
    }
    return repositoryKey({ host, owner, name });
  });
  if (keys.length === 0) throw new WrongUse("--repo: expected at least one repository");
  return [...new Set(keys)];
}

function listOf(text: string): readonly string[] {
  return text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

/** A month; a longer overlap is not a rotation. */
const LONGEST_OVERLAP_MS = 30 * 86_400_000;

/** Changes to one endpoint: removal, enabling, its secret, and repeated deliveries. */
export async function removeEndpoint(
  id: string,
  flags: StoreFlags,
  surroundings: Surroundings,
): Promise<ExitCode> {
  return withWebhooks("webhooks remove", flags, surroundings, async (webhooks) => {
    if ((await webhooks.remove(id)) === "noSuchEndpoint") return noSuchEndpoint(id);
    return done([`${id} is removed.`], { id });
  });
}

export async function enableEndpoint(
  id: string,
  flags: StoreFlags,
  surroundings: Surroundings,
): Promise<ExitCode> {
  return withWebhooks("webhooks enable", flags, surroundings, async (webhooks) => {
    if ((await webhooks.enable(id)) === "noSuchEndpoint") return noSuchEndpoint(id);
    return done([`${id} is enabled; its pending deliveries are due now.`], { id });
  });
}

export async function rotateSecret(
  id: string,
  flags: StoreFlags & { readonly overlap: string },
  surroundings: Surroundings,
): Promise<ExitCode> {
  return withWebhooks("webhooks rotate-secret", flags, surroundings, async (webhooks) => {
    const overlap = durationMs(flags.overlap);
    if (overlap === null || overlap > LONGEST_OVERLAP_MS) {
      throw new WrongUse(`--overlap: expected ${DURATION_FORM}, of at most 30d`);
    }
    const secret = newSecret();
    const until = Date.now() + overlap;
    if ((await webhooks.rotateSecret(id, secret, until)) === "noSuchEndpoint") return noSuchEndpoint(id);
    const earlierUntil = new Date(until).toISOString();
    const lines = [
      `The old secret of ${id} stays active until ${earlierUntil}.`,
      "The new secret is shown only once:",
    ];
    return done([...lines, secret], { id, secret, earlierUntil });
  });
}

export async function replayMessages(
  id: string,
  flags: StoreFlags & { readonly since: string },
  surroundings: Surroundings,
): Promise<ExitCode> {
  return withWebhooks("webhooks replay", flags, surroundings, async (webhooks) => {
    const since = moment(flags.since, Date.now());
    if (since === null) {
      throw new WrongUse(`--since: expected ${DURATION_FORM}, or a time such as 2026-01-31T12:00:00Z`);
    }
    const count = await webhooks.replay(id, since);
    if (count === null) return noSuchEndpoint(id);
    const words = count === 1 ? "1 message is" : `${count} messages are`;
    return done([`${words} due again for ${id}; the service delivers them.`], { id, count });
  });
}

function moment(text: string, now: number): number | null {
  const ago = durationMs(text);
  if (ago !== null) return now - ago;
  const at = /^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d))?$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}
