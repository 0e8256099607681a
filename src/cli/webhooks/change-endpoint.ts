/** What `merge-queue webhooks` changes about one endpoint: its secret, what waits for it, and whether it is there. */
import { DURATION_FORM, durationMs } from "../../domain/duration.js";
import { newSecret } from "../../service/webhooks/signature.js";
import { WrongUse } from "../database/ending.js";
import type { StoreFlags } from "../database/settings-of-service.js";
import type { ExitCode } from "../exit-codes.js";
import type { Surroundings } from "../surroundings.js";
import { done, noSuchEndpoint, withWebhooks } from "./with-webhooks.js";

/** A month: what is active for longer is not being exchanged. */
const LONGEST_OVERLAP_MS = 30 * 86_400_000;

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
    return done([`${id} is told of things; what waited for it is due now.`], { id });
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
      "The new one is shown this once:",
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
    return done([`${words} due anew for ${id}; the service delivers them.`], { id, count });
  });
}

function moment(text: string, now: number): number | null {
  const ago = durationMs(text);
  if (ago !== null) return now - ago;
  const at = /^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d))?$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}
