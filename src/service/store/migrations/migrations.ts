/**
 * Every change of the schema, forward only. The first ones are one step, the baseline. A new one is added at the end,
 * with sample rows in `__tests__/unit/service/store/migration-samples/`, so that the one after it is tested on a store
 * that is not empty.
 * While replicas are replaced, those of the version before go on to write: nothing that they read or write is taken away,
 * and a column that they do not know is null or has a default that no known value equals. `npm run upgrade`.
 */
import type { Migration } from "kysely/migration";
import { claims } from "./0014-claims.js";
import { claimsOfMessages } from "./0015-claims-of-messages.js";
import { pages } from "./0016-pages.js";
import { exits } from "./0017-exits.js";
import { repositoryNames } from "./0018-repository-names.js";
import { accounts } from "./0019-accounts.js";
import { BASELINE, baseline, inBaseline } from "./baseline.js";

export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  "0001-first": inBaseline,
  "0002-lanes-and-proofs": inBaseline,
  "0003-hedges": inBaseline,
  "0004-webhooks": inBaseline,
  "0005-tokens": inBaseline,
  "0006-landing-fates": inBaseline,
  "0007-posted-runs": inBaseline,
  "0009-retention": inBaseline,
  "0010-durations": inBaseline,
  "0011-ages": inBaseline,
  "0012-wishes": inBaseline,
  [BASELINE]: baseline,
  "0014-claims": claims,
  "0015-claims-of-messages": claimsOfMessages,
  "0016-pages": pages,
  "0017-exits": exits,
  "0018-repository-names": repositoryNames,
  "0019-accounts": accounts,
};
