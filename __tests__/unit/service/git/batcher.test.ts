/** Calls at the same time share a batch, but never one that had begun before them. */
import { describe, expect, it } from "@jest/globals";
import { Batcher } from "../../../../src/service/git/clone.js";

/** A batcher whose batches are held until they are released, oldest first. */
function heldBatcher() {
  const batches: { readonly items: readonly string[]; readonly release: (error?: Error) => void }[] = [];
  const batcher = new Batcher<string, string>(
    (items) =>
      new Promise((resolve, reject) => {
        const release = (error?: Error) => {
          if (error === undefined) resolve([...items].join("+"));
          else reject(error);
        };
        batches.push({ items: [...items], release });
      }),
  );
  const begun = async (count: number) => {
    while (batches.length < count) await Promise.resolve();
    return batches;
  };
  return { batcher, begun };
}

describe("a batcher", () => {
  it("gathers what is asked while a batch is under way into one next batch", async () => {
    const { batcher, begun } = heldBatcher();
    const first = batcher.ask(["a"]);
    (await begun(1))[0]?.release();
    expect(await first).toBe("a");

    const second = batcher.ask(["b"]);
    await begun(2);
    const late = [batcher.ask(["c"]), batcher.ask(["d", "c"])];
    (await begun(2))[1]?.release();
    expect(await second).toBe("b");
    (await begun(3))[2]?.release();
    expect(await Promise.all(late)).toEqual(["c+d", "c+d"]);
    expect((await begun(3)).map(({ items }) => items)).toEqual([["a"], ["b"], ["c", "d"]]);
  });

  it("goes on after a batch that failed, whose callers all hear of it", async () => {
    const { batcher, begun } = heldBatcher();
    const failing = [batcher.ask(["a"]), batcher.ask(["b"])].map((answer) => answer.catch(String));
    (await begun(1))[0]?.release(new Error("no luck"));
    expect(await Promise.all(failing)).toEqual(["Error: no luck", "Error: no luck"]);
    const next = batcher.ask(["c"]);
    (await begun(2))[1]?.release();
    expect(await next).toBe("c");
  });
});
