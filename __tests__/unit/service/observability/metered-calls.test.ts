/** Calls of git and the forge are counted by method and outcome, and otherwise as they were. */
import { expect, it } from "@jest/globals";
import { metered } from "../../../../src/service/observability/metered-calls.js";
import { type Meter, NO_METER } from "../../../../src/service/ports/meter.js";

interface Part {
  find(text: string): Promise<string>;
}

class Port {
  readonly name = "port";
  readonly part: Part = { find: async (text) => Promise.resolve(`found ${text}`) };
  readonly missing: Part | undefined = undefined;
  #calls = 0;

  async read(): Promise<number> {
    this.#calls += 1;
    return Promise.resolve(this.#calls);
  }

  async fail(): Promise<never> {
    return Promise.reject(new Error("gone"));
  }

  pullRequestUrl(): string {
    return `url ${this.#calls}`;
  }
}

it("each call counts under its method, with its outcome, and returns what it returned", async () => {
  const counted: object[] = [];
  const meter: Meter = { ...NO_METER, observe: (activity, labels) => counted.push({ activity, ...labels }) };
  const port = metered(new Port(), "forgeCall", meter);
  expect(await port.read()).toBe(1);
  expect(await port.part.find("it")).toBe("found it");
  await expect(port.fail()).rejects.toThrow("gone");
  expect([port.name, port.missing, port.pullRequestUrl()]).toEqual(["port", undefined, "url 1"]);
  expect(counted).toEqual([
    { activity: "forgeCall", operation: "read", outcome: "succeeded" },
    { activity: "forgeCall", operation: "findMerge", outcome: "succeeded" },
    { activity: "forgeCall", operation: "fail", outcome: "failed" },
  ]);
});
