/** Everything outside the store that the loop acts on. */
import type { LandingWay } from "../../domain/queue-settings.js";
import type { Forge } from "../ports/forge.js";
import type { Git } from "../ports/git.js";
import type { Log } from "../ports/log.js";

export interface World {
  readonly git: Git;
  readonly forge: Forge;
  readonly testBranchPrefix: string;
  /** Who moves the branches. A queue takes it over once nothing has a place in its line. */
  readonly landing?: LandingWay;
  readonly log: Log;
}
