/** `merge-queue webhooks list`: every endpoint and how its deliveries stand, never a secret. */
import type { WebhookEndpoint } from "../../service/ports/webhook-store.js";
import type { StoreFlags } from "../database/settings-of-service.js";
import type { ExitCode } from "../exit-codes.js";
import type { Surroundings } from "../surroundings.js";
import { done, withWebhooks } from "./with-webhooks.js";

export async function listEndpoints(flags: StoreFlags, surroundings: Surroundings): Promise<ExitCode> {
  return withWebhooks("webhooks list", flags, surroundings, async (webhooks) => {
    const endpoints = await webhooks.list();
    const lines = endpoints.map(lineOf);
    return done(lines.length === 0 ? ["Nobody is told of anything."] : lines, {
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
