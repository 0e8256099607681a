/** What is written waits for a reader that is slow, and for one that has gone not at all. */
import { PassThrough, Writable } from "node:stream";
import { describe, expect, it } from "@jest/globals";
import { PacedOutput } from "../../../../../src/cli/server/replay/paced-output.js";

const LINE = "x".repeat(1000);

describe("paced output", () => {
  it("lets no more wait than the stream has room for, and loses nothing", async () => {
    let [taken, most] = [0, 0];
    const slow = new Writable({
      highWaterMark: 5000,
      write: (chunk: Buffer, _encoding, done) => {
        taken += chunk.length;
        setImmediate(done);
      },
    });
    const output = new PacedOutput(slow);
    for (let count = 0; count < 200; count += 1) {
      output.write(LINE);
      most = Math.max(most, slow.writableLength);
      expect(await output.ready()).toBe("open");
    }
    await new Promise<void>((resolve) => slow.end(resolve));
    expect({ taken, most }).toEqual({ taken: 200 * LINE.length, most: 5000 });
  });

  it.each(["EPIPE", null])(
    "waits no longer when the stream goes away with %s, and writes no more",
    async (code) => {
      const stream = new PassThrough({ highWaterMark: 1 });
      const output = new PacedOutput(stream);
      output.write(LINE);
      const ready = output.ready();
      stream.destroy(code === null ? undefined : Object.assign(new Error("gone"), { code }));
      expect(await ready).toBe("closed");
      output.write(LINE);
      expect(await output.ready()).toBe("closed");
      expect(stream.writableLength).toBe(LINE.length);
    },
  );

  it("knows at the end whether everything was taken", async () => {
    const [whole, gone] = [new PassThrough(), new PassThrough()];
    const [one, other] = [new PacedOutput(whole), new PacedOutput(gone)];
    whole.resume();
    one.write(LINE);
    other.write(LINE);
    expect(await one.taken()).toBe("open");
    gone.destroy(new Error("gone"));
    expect(await other.taken()).toBe("closed");
    expect(whole.readableLength + whole.writableLength).toBe(0);
  });

  it("takes a plain output as always ready", async () => {
    const texts: string[] = [];
    const output = new PacedOutput({ write: (text) => texts.push(String(text)) });
    output.write("one");
    expect(await output.ready()).toBe("open");
    expect(texts).toEqual(["one"]);
  });
});
