/** A stop that hangs does not keep the program for ever. */
import { describe, expect, it } from "@jest/globals";
import { stopInTime } from "../../../../src/cli/serve/stop-in-time.js";

describe("a stop", () => {
  it("is waited for", async () => {
    expect(await stopInTime(async () => Promise.resolve(), 60_000)).toBe("stopped");
  });

  it("is late at its deadline", async () => {
    expect(await stopInTime(async () => new Promise(() => undefined), 1)).toBe("late");
  });

  it("that fails says so", async () => {
    await expect(stopInTime(async () => Promise.reject(new Error("disk")), 60_000)).rejects.toThrow("disk");
  });
});
