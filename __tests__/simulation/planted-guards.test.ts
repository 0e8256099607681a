/** The exploration is worth something only if it finds bugs: each guard of the engine is broken in turn, and found. */
import { describe, expect, it } from "@jest/globals";
import { explore } from "../support/exploration.js";
import { patchedEngine } from "../support/patched-engine.js";
import { PLANTED_GUARDS, TRUTHS } from "../support/planted-guards.js";

const MAX_STATES = 8000;

describe("the exploration finds an engine that", () => {
  it.each(PLANTED_GUARDS.map((guard) => [guard.name, guard.truth, guard] as const))(
    "%s, since %s",
    async (_, truth, { where, patches }) => {
      const broken = await patchedEngine(patches);
      expect(() => explore(where, broken, MAX_STATES)).toThrow(TRUTHS[truth]);
    },
  );
});

it("holds in the same small queues with the engine as it is", async () => {
  const engine = await patchedEngine([]);
  const wheres = new Set(PLANTED_GUARDS.map(({ where }) => where));
  for (const where of wheres) expect(() => explore(where, engine, 300)).not.toThrow();
});

it("refuses to plant where the source has changed", async () => {
  const gone = { file: "decide.ts", from: "no such text", to: "" };
  await expect(patchedEngine([gone])).rejects.toThrow("src/engine/decide.ts has 0 times: no such text");
});
