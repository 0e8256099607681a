/** Claims on effects in memory, as `sql/claims.ts` has them. */
import type { EffectId } from "../../src/domain/ids.js";
import type { EffectClaim, StoredEffect } from "../../src/service/ports/queue-store.js";

/** No session has this number. */
const NO_SESSION = 0;

/** Effects that are due and free, and wait for no other about the same test run. */
export function freeOf(
  pending: ReadonlyMap<EffectId, StoredEffect>,
  { claimant, now, held, unserved }: EffectClaim,
): readonly StoredEffect[] {
  const inOrder = [...pending.values()].sort((a, b) => a.effect.id - b.effect.id);
  const isFree = ({ queueId, effect, claim, notBefore }: StoredEffect): boolean => {
    const isHeld = held.some((has) => has.queueId === queueId && has.effect.id === effect.id);
    if (isHeld || notBefore > now || unserved.includes(queueId)) return false;
    if (claim === undefined || [NO_SESSION, claimant.session].includes(claim.session)) return true;
    return claimant.spared !== null && !claimant.spared.includes(claim.session);
  };
  return inOrder
    .filter((stored) => inOrder.find(({ effect }) => effect.run === stored.effect.run) === stored)
    .filter(isFree);
}

/** The number of its claim stays, so that the next one is greater. */
export function freed(stored: StoredEffect): StoredEffect {
  return stored.claim === undefined ? stored : { ...stored, claim: { ...stored.claim, session: NO_SESSION } };
}
