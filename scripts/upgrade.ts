/** Upgrades the real service from an earlier version while pull requests are in flight: `npm run upgrade`. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { commitOf, previousRef, type StoreKind } from "../__tests__/support/upgrade/history.js";
import { previousProgram } from "../__tests__/support/upgrade/previous-program.js";
import { toldUpgrade } from "../__tests__/support/upgrade/told-upgrade.js";
import { upgradeOnce } from "../__tests__/support/upgrade/upgrade.js";
import { UPGRADE_WAYS } from "../__tests__/support/upgrade/upgrade-ways.js";

const HELP = `Starts an earlier version of the service, has real clients submit pull requests to a real repository, brings it to
its end in the middle of that, goes on with the present version on the same store, and checks in the end that every
pull request came to its right end, once.

  npm run upgrade -- [options]

  --from REF      the earlier version (the newest tag v…, or else the last commit before the present schema)
  --store KIND    sqlite or postgres; on postgres two replicas are replaced one after the other (both)
  --times N       how often, with other seeds (1); each time is once stopped in order and once killed
  --seed N        what is drawn first (by the clock)
  --help          this text

The earlier version is installed and built as its own files say. What is broken is printed, its folder is kept, and the
exit code is 1; it is 2 where this clone does not have the earlier version.`;

const SIZE = { workers: 8, restEnds: 12 };

const { values } = parseArgs({
  options: {
    from: { type: "string" },
    store: { type: "string" },
    times: { type: "string", default: "1" },
    seed: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

if (values.help) console.log(HELP);
else {
  let exitCode = 0;
  for (const store of stores()) exitCode = Math.max(exitCode, await upgradeOn(store));
  // What a broken life left running must not keep this one going.
  process.exit(exitCode);
}

async function upgradeOn(store: StoreKind): Promise<number> {
  const ref = values.from ?? (await previousRef());
  const commit = await commitOf(ref);
  if (commit === null) {
    console.error(`this clone does not have ${ref}: fetch it, or name another version with --from`);
    return 2;
  }
  const folder = await mkdtemp(join(tmpdir(), "merge-queue-previous-"));
  try {
    console.log(`from ${ref} (${commit}) on ${store}`);
    const previous = await previousProgram(commit, folder);
    const firstSeed = wholeNumber("seed", values.seed ?? String(Date.now() % 1_000_000));
    let brokenCount = 0;
    for (let time = 0; time < wholeNumber("times", values.times); time += 1) {
      for (const way of UPGRADE_WAYS[store]) {
        const startedAt = performance.now();
        const tell = (line: string) =>
          console.log(`  ${((performance.now() - startedAt) / 1000).toFixed(1)} s: ${line}`);
        const plan = { ...way, seed: firstSeed + time, store, previous, ...SIZE, tell };
        const report = await upgradeOnce(plan);
        console.log(toldUpgrade(report));
        brokenCount += report.broken.length;
      }
    }
    return brokenCount === 0 ? 0 : 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function stores(): readonly StoreKind[] {
  const { store } = values;
  if (store === undefined) return ["sqlite", "postgres"];
  if (store !== "sqlite" && store !== "postgres")
    throw new RangeError("--store: expected sqlite or postgres");
  return [store];
}

function wholeNumber(option: string, text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1)
    throw new RangeError(`--${option}: expected a whole number from 1, and found ${text}`);
  return number;
}
