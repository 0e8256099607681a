/** Explores a group of small queues in a process of its own, and says how much that was. */
import { beforeAll, expect, it } from "@jest/globals";
import { z } from "zod";
import { linesApart } from "./apart.js";
import type { ExploredSpace } from "./explore-spaces.js";
import { SPACES } from "./small-spaces.js";
import { type BySize, bySize } from "./test-size.js";

const MOST_HOURS = 12;

const spaceSchema: z.ZodType<ExploredSpace> = z.object({
  name: z.string(),
  states: z.int(),
  edges: z.int(),
  isComplete: z.boolean(),
  seconds: z.number(),
  broken: z.nullable(z.string()),
});

export function explorationSuite(group: string, { least }: { readonly least: BySize<number> }): void {
  const explored = new Map<string, ExploredSpace>();

  beforeAll(async () => {
    for (const space of await linesApart(spaceSchema, "./explore-spaces.ts", group)) {
      explored.set(space.name, space);
      say(space);
    }
  }, MOST_HOURS * 3_600_000);

  const names = (SPACES[group] ?? []).map(([name]) => name);
  it.each(names)("holds in every state with %s", (name) => {
    const space = explored.get(name);
    expect(space === undefined ? "it was never explored" : space.broken).toBeNull();
  });

  it("has looked at enough states to mean something", () => {
    const states = [...explored.values()].reduce((sum, space) => sum + space.states, 0);
    process.stdout.write(`${states} states in all\n`);
    expect(states).toBeGreaterThanOrEqual(bySize(least));
  });
}

/** Past Jest, which would add where it was said. */
function say({ name, states, edges, isComplete, seconds }: ExploredSpace): void {
  const extent = isComplete ? "all" : "the nearest";
  process.stdout.write(
    `${states} states (${extent}), ${edges} steps, ${seconds.toFixed(1)} s of CPU: ${name}\n`,
  );
}
