/** A limit on concurrent tasks. */
import { expect, it } from "@jest/globals";
import { Turns } from "../../../../src/service/work/in-order.js";

it("runs so many tasks at a time, and the others in order", async () => {
  const turns = new Turns(2);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const all = ["a", "b", "c", "d"].map((name) =>
    turns.run(async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      return name;
    }),
  );
  expect(begun).toEqual(["a", "b"]);
  ends.get("b")?.();
  await all[1];
  await nextTick();
  expect(begun).toEqual(["a", "b", "c"]);
  ends.get("a")?.();
  ends.get("c")?.();
  await Promise.all([all[0], all[2]]);
  await nextTick();
  ends.get("d")?.();
  expect(await Promise.all(all)).toEqual(["a", "b", "c", "d"]);
});

it("passes the turn of a task that fails to the next one", async () => {
  const turns = new Turns(1);
  const failed = turns.run(async () => Promise.reject(new Error("disk")));
  const next = turns.run(async () => Promise.resolve("next"));
  await expect(failed).rejects.toThrow("disk");
  expect(await next).toBe("next");
});

it("lets tasks whose time ends in the same tick give up before one of them begins", async () => {
  const turns = new Turns(1);
  let isLate = false;
  const first = turns.run(async () => new Promise<void>((resolve) => setTimeout(resolve, 1)));
  const second = turns.run(async () => Promise.resolve(isLate));
  setTimeout(() => {
    isLate = true;
  }, 1);
  const bothAreDue = performance.now() + 3;
  while (performance.now() < bothAreDue);
  await first;
  expect(await second).toBe(true);
});

async function nextTick(): Promise<void> {
  await new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));
}
