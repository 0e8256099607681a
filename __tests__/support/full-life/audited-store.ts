/** A store that tells the auditor what was stored, at the moment it was. */
import type { QueueStore } from "../../../src/service/ports/queue-store.js";
import type { Auditor } from "./auditor.js";

/** `current` is asked each time, as the store may be opened anew. */
export function auditedStore(current: () => QueueStore, auditor: Auditor): QueueStore {
  return {
    get past() {
      return current().past;
    },
    create: async (name, queue) => {
      const outcome = await current().create(name, queue);
      if (outcome === "created") auditor.created(queue);
      return outcome;
    },
    load: (...request) => current().load(...request),
    lastSeen: (...request) => current().lastSeen(...request),
    list: (repository) => current().list(repository),
    commit: async (name, basedOn, event, decision) => {
      const outcome = await current().commit(name, basedOn, event, decision);
      if (outcome === "committed") auditor.decided(event, decision);
      else auditor.occurrences.met("two writers meet");
      return outcome;
    },
    delete: async (...request) => {
      const outcome = await current().delete(...request);
      if (outcome === "deleted") auditor.deleted();
      return outcome;
    },
    claimEffects: (...request) => current().claimEffects(...request),
    isClaimed: (...request) => current().isClaimed(...request),
    giveBack: (...request) => current().giveBack(...request),
    wakings: () => current().wakings(),
    takeTurn: (...request) => current().takeTurn(...request),
    pendingEffects: (...request) => current().pendingEffects(...request),
    nextEffectAt: (...request) => current().nextEffectAt(...request),
    markDone: (...request) => current().markDone(...request),
    landingFate: (...request) => current().landingFate(...request),
    settleLanding: (...request) => current().settleLanding(...request),
    postpone: (...request) => current().postpone(...request),
    findConcluded: (...request) => current().findConcluded(...request),
    newestSubmissions: (...request) => current().newestSubmissions(...request),
    findEndedRun: (...request) => current().findEndedRun(...request),
    landings: (...request) => current().landings(...request),
    timeline: (...request) => current().timeline(...request),
    movesSince: (...request) => current().movesSince(...request),
    outboxSize: (...request) => current().outboxSize(...request),
    saveTrace: (...request) => current().saveTrace(...request),
    loadTraces: (...request) => current().loadTraces(...request),
    requireReady: (...request) => current().requireReady(...request),
    birth: (...request) => current().birth(...request),
    logBeginning: (...request) => current().logBeginning(...request),
    events: (...request) => current().events(...request),
    saveTargets: async (...request) => {
      const [queue, pullRequest, headSha, targets] = request;
      auditor.targets.uploaded(queue, pullRequest, headSha, targets);
      await current().saveTargets(...request);
      auditor.targets.stored(queue, pullRequest, headSha);
    },
    loadTargets: (...request) => current().loadTargets(...request),
    findUpload: (...request) => current().findUpload(...request),
    close: async () => Promise.resolve(),
  };
}
