/** Tasks of one key take turns. */
import { describe, expect, it } from "@jest/globals";
import { InOrder } from "../../../../src/service/work/in-order.js";

interface Held {
  readonly task: () => Promise<string>;
  readonly release: () => void;
}

function held(name: string, log: string[]): Held {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const task = async () => {
    log.push(`${name} begins`);
    await gate;
    log.push(`${name} ends`);
    return name;
  };
  return { task, release: () => release() };
}

describe("InOrder", () => {
  it("begins a task only when the one before it with the same key is over", async () => {
    const log: string[] = [];
    const first = held("first", log);
    const second = held("second", log);
    const inOrder = new InOrder();
    const both = [inOrder.run("key", first.task), inOrder.run("key", second.task)];
    second.release();
    first.release();
    expect(await Promise.all(both)).toEqual(["first", "second"]);
    expect(log).toEqual(["first begins", "first ends", "second begins", "second ends"]);
  });

  it("lets tasks of other keys go on meanwhile", async () => {
    const log: string[] = [];
    const waiting = held("waiting", log);
    const inOrder = new InOrder();
    const first = inOrder.run("one", waiting.task);
    expect(await inOrder.run("other", async () => Promise.resolve("done"))).toBe("done");
    waiting.release();
    expect(await first).toBe("waiting");
  });

  it("goes on after a task that failed, and tells its caller alone", async () => {
    const inOrder = new InOrder();
    const failing = inOrder.run("key", async () => Promise.reject(new Error("broken")));
    const next = inOrder.run("key", async () => Promise.resolve("fine"));
    await expect(failing).rejects.toThrow("broken");
    expect(await next).toBe("fine");
  });

  it("tells when those of a key are over: all of them, and though one failed", async () => {
    const log: string[] = [];
    const first = held("first", log);
    const inOrder = new InOrder();
    const running = [
      inOrder.run("key", first.task),
      inOrder.run("key", async () => Promise.reject(new Error("broken"))),
    ];
    const over = inOrder.over("key").then(() => log.push("over"));
    await inOrder.over("other");
    expect(log).toEqual(["first begins"]);
    first.release();
    await over;
    expect(log).toEqual(["first begins", "first ends", "over"]);
    expect((await Promise.allSettled(running)).map(({ status }) => status)).toEqual([
      "fulfilled",
      "rejected",
    ]);
  });
});
