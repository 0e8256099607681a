/**
 * Every change of the schema, forward only. A new one is added at the end, with sample rows in
 * `__tests__/unit/service/storage/migration-samples/`, so that the one after it is tested on a store that is not empty.
 * While replicas are replaced, those of the version before go on to write: nothing that they read or write is taken away,
 * and a column that they do not know is null or has a default, which is told apart from what is known. `npm run upgrade`.
 */
import type { Migration } from "kysely/migration";
import { first } from "./0001-first.js";
import { lanesAndProofs } from "./0002-lanes-and-proofs.js";
import { hedges } from "./0003-hedges.js";
import { webhooks } from "./0004-webhooks.js";
import { tokens } from "./0005-tokens.js";
import { landingFates } from "./0006-landing-fates.js";
import { postedRuns } from "./0007-posted-runs.js";
import { retention } from "./0009-retention.js";
import { durations } from "./0010-durations.js";
import { ages } from "./0011-ages.js";
import { wishes } from "./0012-wishes.js";
import { githubFaces } from "./0013-github-faces.js";
import { claims } from "./0014-claims.js";

export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  "0001-first": first,
  "0002-lanes-and-proofs": lanesAndProofs,
  "0003-hedges": hedges,
  "0004-webhooks": webhooks,
  "0005-tokens": tokens,
  "0006-landing-fates": landingFates,
  "0007-posted-runs": postedRuns,
  "0009-retention": retention,
  "0010-durations": durations,
  "0011-ages": ages,
  "0012-wishes": wishes,
  "0013-github-faces": githubFaces,
  "0014-claims": claims,
};
