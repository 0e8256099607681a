/** The cheap suites of the service outside of its API, stores and code hosts, in one module registry: see `scripts/suite-groups.mjs`. */
import { runGroup } from "../support/run-group.js";

await runGroup("service");
