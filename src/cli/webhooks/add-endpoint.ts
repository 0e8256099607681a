/** `merge-queue webhooks add`: another address is told of what happens, and its secret is shown for the only time. */
import { randomBytes } from "node:crypto";
import { repositoryKey, repositoryProblem } from "../../domain/repository.js";
import { isWebhookFilter, WEBHOOK_FILTERS } from "../../domain/webhook-event.js";
import { MAX_ENDPOINTS } from "../../service/ports/webhook-store.js";
import { urlProblem } from "../../service/webhooks/destination.js";
import { addressRules } from "../../service/webhooks/private-addresses.js";
import { newSecret } from "../../service/webhooks/signature.js";
import { WrongUse } from "../database/ending.js";
import type { StoreFlags } from "../database/settings-of-service.js";
import type { ExitCode } from "../exit-codes.js";
import type { Surroundings } from "../surroundings.js";
import { done, refused, withWebhooks } from "./with-webhooks.js";

export interface AddRequest extends StoreFlags {
  readonly url: string;
  readonly events: string;
  readonly repo?: string;
}

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
        `there are ${MAX_ENDPOINTS} endpoints already, which is the most: remove one`,
        "too-many-endpoints",
      );
    }
    return done(
      [
        `${id} is told of ${filters.join(", ")} in ${repositories.join(", ") || "every repository"}.`,
        "Its secret is shown this once:",
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
