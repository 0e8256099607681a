/** The cheap suites of the domain, the deployments and the house rules, in one module registry: see `scripts/suite-groups.mjs`. */
import { runGroup } from "../support/run-group.js";

await runGroup("domain");
