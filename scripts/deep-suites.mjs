/**
 * The long suites, by name. `npm run test:deep` runs them at full size, `npm run test:all` every test with moderate
 * numbers, CI a fixed share, and `npm test` a reduced form. The sizes are in the suites: see `__tests__/support/test-size.ts`.
 */
export const DEEP_SUITES = {
  explorations: ["simulation/exploration"],
  lives: [
    "simulation/full-loop.test",
    "simulation/full-loop-sqlite",
    "simulation/random-life",
    "simulation/replay",
  ],
  "planted-bugs": ["simulation/full-loop-bugs"],
  "real-git": [
    "simulation/real-git-parallel",
    "simulation/real-git-single",
    "git/random-histories",
    "git/random-landings",
  ],
  "api-git": ["contract/api-git"],
  targets: ["property/impacted-targets"],
  readings: ["property/reference"],
  "contract-fuzz": ["property/contract-fuzz"],
  "lying-server": ["simulation/lying-server"],
  webhooks: ["property/webhooks", "webhooks/crash"],
  statuses: ["github/face"],
  commands: ["commands/parse-command"],
  "ci-files": ["simulation/ci-files"],
  rulesets: ["simulation/rulesets"],
  "shown-as-merged": ["simulation/shown-as-merged"],
  "github-stories": ["simulation/github-faults"],
  replicas: ["simulation/replicas", "e2e/replicas", "contract/queue-store-races"],
  kills: ["e2e/soak", "e2e/demo"],
  clocks: ["e2e/serve-clock"],
  "second-node": ["e2e/operations"],
};
