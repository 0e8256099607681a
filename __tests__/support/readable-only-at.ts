/** For stories in which it matters what is looked at: nearly everything can be told from less than all. */

/** Fails whoever reads anything else of it. */
export function readableOnlyAt<Known extends object>(known: Known, ...keys: readonly string[]): Known {
  return new Proxy(known, {
    get: (target, key): unknown => {
      if (!keys.includes(String(key))) throw new Error(`${String(key)} was read`);
      return Reflect.get(target, key);
    },
  });
}
