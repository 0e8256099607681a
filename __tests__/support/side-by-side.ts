/** Runs slow things side by side, a few at a time, and gives their results in order. */
import { availableParallelism } from "node:os";

export async function sideBySide<Item, Result>(
  items: readonly Item[],
  run: (item: Item) => Promise<Result>,
  width = availableParallelism(),
): Promise<readonly Result[]> {
  const results = new Map<number, Result>();
  const rest = [...items.entries()];
  const work = async () => {
    for (let next = rest.shift(); next !== undefined; next = rest.shift()) {
      const [index, item] = next;
      results.set(index, await run(item));
    }
  };
  await Promise.all(Array.from({ length: width }, work));
  return items.flatMap((_item, index) => {
    const result = results.get(index);
    return result === undefined ? [] : [result];
  });
}
