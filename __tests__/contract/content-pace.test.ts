/** New content on the code host is paced for all replicas together, on every database. */
import { afterEach, beforeEach, expect, it } from "@jest/globals";
import type { ContentPace } from "../../src/service/ports/content-pace.js";
import { SqlContentPace } from "../../src/service/store/sql/sql-content-pace.js";
import { itInCi } from "../support/sized-tests.js";
import { describeSqlStores } from "../support/sql-stores.js";

const START = 1_767_225_600_000;
const MINUTE_MS = 60_000;
const LONG_MS = 3_600_000;

describeSqlStores("turns", (open) => {
  let now = START;
  let replicas: readonly ContentPace[] = [];
  let close: () => Promise<void>;
  beforeEach(async () => {
    const opened = await open();
    ({ close } = opened);
    now = START;
    replicas = [1, 2].map(() => new SqlContentPace(opened.db, { now: () => now }));
  });
  afterEach(() => close());

  /** The waits of that many turns, by the replicas in turns. */
  async function waits(
    count: number,
    owner = "github.com/acme",
    longestMs = LONG_MS,
  ): Promise<readonly number[]> {
    const found: number[] = [];
    for (let index = 0; index < count; index += 1) {
      const turn = await replicas[index % 2]?.reserve(owner, longestMs);
      found.push(turn?.isReserved === true ? turn.waitMs : Number.NaN);
    }
    return found;
  }

  it("lets eighty a minute pass, of all replicas together, and each owner has its own", async () => {
    expect(new Set(await waits(80))).toEqual(new Set([0]));
    expect(await waits(2)).toEqual([MINUTE_MS, MINUTE_MS]);
    expect(await waits(1, "github.com/acm")).toEqual([0]);
    now += MINUTE_MS;
    expect(new Set(await waits(78))).toEqual(new Set([0]));
    expect(await waits(1)).toEqual([MINUTE_MS]);
  });

  itInCi("lets five hundred an hour pass, and reserves nothing that is too late", async () => {
    for (let minute = 0; minute < 7; minute += 1) {
      expect(await waits(minute === 6 ? 20 : 80)).not.toContain(Number.NaN);
      now += MINUTE_MS;
    }
    expect(await replicas[0]?.reserve("github.com/acme", 15_000)).toEqual({
      waitMs: LONG_MS - 7 * MINUTE_MS,
      isReserved: false,
    });
    now = START + LONG_MS;
    expect(await waits(1)).toEqual([0]);
  });

  it("gives no moment twice to replicas that ask together", async () => {
    const asked = Array.from({ length: 100 }, async (_, index) => replicas[index % 2]?.reserve("o", LONG_MS));
    const turns = await Promise.all(asked);
    expect(turns.filter((turn) => turn?.waitMs === 0)).toHaveLength(80);
    expect(turns.filter((turn) => turn?.waitMs === MINUTE_MS)).toHaveLength(20);
  });

  it("does not wait for moments that were reserved under a clock far ahead", async () => {
    now = START + 30 * 24 * 3_600_000;
    await waits(80);
    now = START;
    expect(await waits(1)).toEqual([0]);
  });

  it("pauses all replicas after a refusal of the code host, and only for that owner", async () => {
    await replicas[0]?.pause("github.com/acme", 120_000);
    await replicas[1]?.pause("github.com/acme", 30_000);
    expect(await replicas[1]?.reserve("github.com/acme", 15_000)).toEqual({
      waitMs: 120_000,
      isReserved: false,
    });
    expect(await waits(1, "github.com/acm")).toEqual([0]);
    now += 120_000;
    expect(new Set(await waits(80))).toEqual(new Set([0]));
    await replicas[0]?.pause("github.com/other", 365 * 24 * LONG_MS);
    expect(await replicas[1]?.reserve("github.com/other", LONG_MS)).toMatchObject({ waitMs: LONG_MS });
  });

  it("gives strangers ten a minute and fifty an hour of their own, which take none of the others", async () => {
    const asked = async () => (await replicas[0]?.reserve("github.com/acme", 0, "strangers"))?.isReserved;
    let given = 0;
    for (let minute = 0; minute < 6; minute += 1) {
      for (let index = 0; index < 11; index += 1) given += (await asked()) === true ? 1 : 0;
      now += MINUTE_MS;
    }
    expect(given).toBe(50);
    now += 60 * MINUTE_MS;
    expect(await asked()).toBe(true);
    expect(new Set(await waits(80))).toEqual(new Set([0]));
  });
});
