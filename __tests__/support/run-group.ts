/** Runs the suites of a group of `scripts/suite-groups.mjs` in one module registry. */
import { describe } from "@jest/globals";
import { suitesOf } from "../../scripts/suite-groups.mjs";

type Block = { readonly parent: Block };
type CircusState = { currentDescribeBlock: Block };

/** Defines the suites of this group in turn, each in a block of its own, so that its hooks are for its own tests only. */
export async function runGroup(group: string): Promise<void> {
  for (const path of suitesOf(group)) await define(path);
}

/** `describe` takes no promise, and a module loads with one: so its block is opened again while the module loads. */
async function define(path: string): Promise<void> {
  const state = circusState();
  const outer = state.currentDescribeBlock;
  const opened: Block[] = [];
  describe(path, () => {
    opened.push(state.currentDescribeBlock);
  });
  const [block] = opened;
  if (block?.parent !== outer)
    throw new Error("this version of Jest keeps the block of a describe elsewhere");
  state.currentDescribeBlock = block;
  try {
    await import(`../${path.replace(/\.ts$/, ".js")}`);
  } finally {
    state.currentDescribeBlock = outer;
  }
}

function circusState(): CircusState {
  const key = Object.getOwnPropertySymbols(globalThis).find(
    ({ description }) => description === "JEST_STATE_SYMBOL",
  );
  if (key === undefined) throw new Error("this version of Jest keeps its state elsewhere");
  return (globalThis as unknown as Record<symbol, CircusState>)[key] as CircusState;
}
