/** Whether a queue stands still: read again after each landing, and not for each page that asks. */
import { describe, expect, it } from "@jest/globals";
import { readStandstill } from "../../../../src/service/dashboard/reading/standstill.js";
import type { ExitFact } from "../../../../src/service/ports/queue-history.js";
import { after, aQueue, BEGINNING, landed, passed, submitted } from "../../../support/queue-builder.js";

const HOUR_MS = 3_600_000;

function aPast() {
  const exits: ExitFact[] = [];
  let reads = 0;
  const exitFacts = async () => {
    reads += 1;
    return Promise.resolve([...exits]);
  };
  return { past: { exitFacts }, exits, reads: () => reads };
}

describe("a standstill", () => {
  const queue = after(aQueue({ concurrency: 1 }), submitted(1), submitted(2));

  it("is found with one read for all pages of a few seconds", async () => {
    const { past, reads } = aPast();
    for (let asked = 0; asked < 10; asked += 1) {
      const standstill = await readStandstill(queue, BEGINNING + 2 * HOUR_MS + 100 * asked, { past });
      expect(standstill).toMatchObject({ since: BEGINNING, first: 1 });
    }
    expect(reads()).toBe(1);
    await readStandstill(queue, BEGINNING + 2 * HOUR_MS + 60_000, { past });
    expect(reads()).toBe(2);
  });

  it("ends with a landing", async () => {
    const { past, exits } = aPast();
    const now = BEGINNING + 2 * HOUR_MS;
    expect(await readStandstill(queue, now, { past })).not.toBeNull();
    const later = after(queue, passed("1"), landed());
    const times = { submittedAt: BEGINNING, endedAt: now };
    const [first] = queue.entries;
    if (first === undefined) throw new Error("the queue has an entry");
    const { sequence } = first;
    exits.push({ sequence, pullRequest: first.facts.number, ending: "merged", reason: null, ...times });
    expect(await readStandstill(later, now, { past })).toBeNull();
  });
});
