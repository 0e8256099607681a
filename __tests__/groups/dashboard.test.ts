/** The cheap suites of the pages and of what is observed, in one module registry: see `scripts/suite-groups.mjs`. */
import { runGroup } from "../support/run-group.js";

await runGroup("dashboard");
