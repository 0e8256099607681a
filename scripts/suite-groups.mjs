/**
 * Groups of cheap suites that share one module registry in `npm test` and CI: most of what such a suite costs on its own is
 * loading the same modules again. Each group is a suite in `__tests__/groups`; with a pattern, and everywhere else, suites
 * run on their own. A new suite needs no entry here: its folder decides.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const TESTS = join(import.meta.dirname, "../__tests__");

/** The folders of each group, by the name of its suite. */
const FOLDERS = {
  action: ["unit/action"],
  cli: ["unit/cli"],
  client: ["unit/client"],
  contract: ["contract"],
  dashboard: ["unit/service/dashboard", "unit/service/observability"],
  domain: ["unit/domain", "unit/deploy", "architecture"],
  engine: ["unit/engine"],
  github: ["unit/service/github", "unit/service/plain-git"],
  http: ["unit/service/http"],
  property: ["property"],
  queue: ["unit/service/queue"],
  service: [
    "unit/service/doctor",
    "unit/service/ports",
    "unit/service/replay",
    "unit/service/settings",
    "unit/service/tokens",
    "unit/service/webhooks",
    "unit/service/work",
  ],
  store: ["unit/service/store", "unit/service/git"],
  targets: ["unit/targets"],
};

/** What takes longer gains little, and many programs are started faster from a small process. */
const CHEAP_SECONDS = 4;
/** A suite that changes its process, or settings of Jest for a whole suite, runs alone. */
const CHANGES_ITS_PROCESS =
  /\bjest\.|\bprocess\.(chdir|on|once|exitCode)\b|process\.env(\.\w+|\[[^\]]*\]) *=[^=]|delete process\.env/;

const costs = JSON.parse(readFileSync(join(TESTS, "support/suite-costs.json"), "utf8"));

/** The suites of a group, by path from `__tests__`, in order. */
export function suitesOf(group) {
  return FOLDERS[group].flatMap((folder) =>
    readdirSync(join(TESTS, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".test.ts"))
      .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
      .filter(isCheap)
      .sort(),
  );
}

/** All suites of all groups. */
export function groupedSuites() {
  return Object.keys(FOLDERS).flatMap(suitesOf);
}

function isCheap(path) {
  if ((costs[path.replace(/\.test\.ts$/, "")] ?? 0) > CHEAP_SECONDS) return false;
  return !CHANGES_ITS_PROCESS.test(readFileSync(join(TESTS, path), "utf8"));
}
