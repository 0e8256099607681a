/** The cheap suites of the queues that the service runs, in one module registry: see `scripts/suite-groups.mjs`. */
import { runGroup } from "../support/run-group.js";

await runGroup("queue");
