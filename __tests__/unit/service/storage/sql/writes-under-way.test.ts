/** Who waits for the writes of a queue waits for all that have begun, however they end. */
import { beforeEach, expect, it } from "@jest/globals";
import { WritesUnderWay } from "../../../../../src/service/storage/sql/writes-under-way.js";

let writes: WritesUnderWay;
beforeEach(() => {
  writes = new WritesUnderWay();
});

/** A write that goes on until it is told how to end. */
function begin(key: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return { written: writes.watch(key, async () => promise), resolve, reject };
}

function watchOver(key: string): { isOver: boolean } {
  const watched = { isOver: false };
  void writes.over(key).then(() => {
    watched.isOver = true;
  });
  return watched;
}

async function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

it("are over at once where there are none, and when the one has ended", async () => {
  const before = watchOver("a");
  await turn();
  expect(before.isOver).toBe(true);
  const write = begin("a");
  const during = watchOver("a");
  const elsewhere = watchOver("b");
  await turn();
  expect([during.isOver, elsewhere.isOver]).toEqual([false, true]);
  write.resolve("done");
  expect(await write.written).toBe("done");
  await turn();
  expect(during.isOver).toBe(true);
});

it("are not over while one goes on, however a later one has ended", async () => {
  const first = begin("a");
  const second = begin("a");
  second.reject(new Error("refused"));
  await expect(second.written).rejects.toThrow("refused");
  await turn();
  const watched = watchOver("a");
  await turn();
  expect(watched.isOver).toBe(false);
  first.resolve("done");
  await turn();
  expect(watched.isOver).toBe(true);
});
