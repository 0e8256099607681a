/** A store that is closed and opened again before every call: whatever it answers comes from the disk. */
import type { QueueStore } from "../../src/service/ports/queue-store.js";

export async function reopeningStore(open: () => Promise<QueueStore>): Promise<QueueStore> {
  let store = await open();
  let last: Promise<unknown> = Promise.resolve();
  /** One call after the other, each on a store of its own. */
  function fresh<Result>(call: (store: QueueStore) => Promise<Result>): Promise<Result> {
    const result = last.then(async () => {
      await store.close();
      store = await open();
      return call(store);
    });
    last = result.catch(() => undefined);
    return result;
  }
  return {
    past: {
      exits: (...request) => fresh((opened) => opened.past.exits(...request)),
      exitFacts: (...request) => fresh((opened) => opened.past.exitFacts(...request)),
      runsEnded: (...request) => fresh((opened) => opened.past.runsEnded(...request)),
      versionAt: (...request) => fresh((opened) => opened.past.versionAt(...request)),
      landings: (...request) => fresh((opened) => opened.past.landings(...request)),
      moves: (...request) => fresh((opened) => opened.past.moves(...request)),
      nearestMove: (...request) => fresh((opened) => opened.past.nearestMove(...request)),
      moments: (...request) => fresh((opened) => opened.past.moments(...request)),
      snapshotBefore: (...request) => fresh((opened) => opened.past.snapshotBefore(...request)),
    },
    create: (...request) => fresh((opened) => opened.create(...request)),
    load: (...request) => fresh((opened) => opened.load(...request)),
    lastSeen: (...request) => fresh((opened) => opened.lastSeen(...request)),
    list: (repository) => fresh((opened) => opened.list(repository)),
    commit: (...request) => fresh((opened) => opened.commit(...request)),
    delete: (...request) => fresh((opened) => opened.delete(...request)),
    claimEffects: (...request) => fresh((opened) => opened.claimEffects(...request)),
    isClaimed: (...request) => fresh((opened) => opened.isClaimed(...request)),
    giveBack: (...request) => fresh((opened) => opened.giveBack(...request)),
    wakings: () => fresh((opened) => opened.wakings()),
    takeTurn: (...request) => fresh((opened) => opened.takeTurn(...request)),
    pendingEffects: (...request) => fresh((opened) => opened.pendingEffects(...request)),
    nextEffectAt: (...request) => fresh((opened) => opened.nextEffectAt(...request)),
    markDone: (...request) => fresh((opened) => opened.markDone(...request)),
    landingFate: (...request) => fresh((opened) => opened.landingFate(...request)),
    settleLanding: (...request) => fresh((opened) => opened.settleLanding(...request)),
    postpone: (...request) => fresh((opened) => opened.postpone(...request)),
    findConcluded: (...request) => fresh((opened) => opened.findConcluded(...request)),
    newestSubmissions: (...request) => fresh((opened) => opened.newestSubmissions(...request)),
    findEndedRun: (...request) => fresh((opened) => opened.findEndedRun(...request)),
    landings: (...request) => fresh((opened) => opened.landings(...request)),
    timeline: (...request) => fresh((opened) => opened.timeline(...request)),
    movesSince: (...request) => fresh((opened) => opened.movesSince(...request)),
    outboxSize: (...request) => fresh((opened) => opened.outboxSize(...request)),
    saveTrace: (...request) => fresh((opened) => opened.saveTrace(...request)),
    loadTraces: (...request) => fresh((opened) => opened.loadTraces(...request)),
    requireReady: (...request) => fresh((opened) => opened.requireReady(...request)),
    birth: (...request) => fresh((opened) => opened.birth(...request)),
    logBeginning: (...request) => fresh((opened) => opened.logBeginning(...request)),
    events: (...request) => fresh((opened) => opened.events(...request)),
    saveTargets: (...request) => fresh((opened) => opened.saveTargets(...request)),
    loadTargets: (...request) => fresh((opened) => opened.loadTargets(...request)),
    findUpload: (...request) => fresh((opened) => opened.findUpload(...request)),
    close: () => last.then(() => store.close()),
  };
}
