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

/** How often anything of it was read so far. */
export function countingReadings<Known extends object>(known: Known): [Known, () => number] {
  let readings = 0;
  const counted = new Proxy(known, {
    get: (target, key): unknown => {
      readings += 1;
      return Reflect.get(target, key);
    },
  });
  return [counted, () => readings];
}
