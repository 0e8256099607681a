/** Whether a queue stands still: read again after each landing, and not for each page that asks. */
import { describe, expect, it } from "@jest/globals";
import { derivedUuid, queueId } from "../../../../src/domain/ids.js";
import { readStandstill } from "../../../../src/service/dashboard/reading/standstill.js";
import type { ExitFact } from "../../../../src/service/ports/queue-history.js";
import {
  after,
  aQueue,
  BEGINNING,
  type Happening,
  landed,
  minutesPassed,
  passed,
  reported,
  submitted,
  touching,
} from "../../../support/queue-builder.js";

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

  it("is remembered of the 200 queues that were read last, which may have been deleted since", async () => {
    const { past, reads } = aPast();
    const now = BEGINNING + 2 * HOUR_MS;
    const ask = async (index: number) => {
      const id = queueId(derivedUuid(queue.id, index));
      return readStandstill({ ...queue, id }, now, { past });
    };
    for (let index = 0; index <= 200; index += 1) await ask(index);
    expect(reads()).toBe(201);
    await ask(200);
    expect(reads()).toBe(201);
    await ask(0);
    expect(reads()).toBe(202);
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

describe("the cause of a standstill", () => {
  const settings = { mode: "parallel", requiredStatuses: ["lint", "build"] } as const;

  async function causeAfter(...happenings: readonly Happening[]) {
    const queue = after(aQueue(settings), ...happenings);
    const standstill = await readStandstill(queue, queue.now, { past: aPast().past });
    return [standstill?.first, standstill?.cause, standstill?.silentChecks?.since];
  }

  it("is what the first entry waits for where CI is silent on the branch of another one", async () => {
    const [first, cause, since] = await causeAfter(
      submitted(1, touching("a")),
      submitted(2, touching("b")),
      reported("1", { lint: "success", build: null }),
      reported("2", { lint: "success" }),
      minutesPassed(180),
    );
    expect([first, since]).toEqual([1, undefined]);
    expect(cause).toMatch(/^First in `main`, being tested: 1 of 2 checks done\./);
  });

  it("names together only the checks that are missing on the same test branches, as on that of the first entry", async () => {
    const apart = [
      submitted(1, touching("a")),
      reported("1", { lint: "success" }),
      minutesPassed(5),
      submitted(2, touching("b")),
      reported("2", { build: "success" }),
      minutesPassed(180),
    ];
    expect(await causeAfter(...apart)).toEqual([
      1,
      "`build` has not started on 1 of 2 test branches since 00:00 UTC. Check whether CI works.",
      BEGINNING,
    ]);
  });

  it("is the silence of CI on the branch of the first entry", async () => {
    const [, cause] = await causeAfter(submitted(1, touching("a")), minutesPassed(180));
    expect(cause).toBe(
      "`lint` and `build` have not started on the only test branch since 00:00 UTC. Check whether CI works.",
    );
  });
});
