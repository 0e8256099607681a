/** The cheap suites of the client of the API, in one module registry: see `scripts/suite-groups.mjs`. */
import { runGroup } from "../support/run-group.js";

await runGroup("client");
