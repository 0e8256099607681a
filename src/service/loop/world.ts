/** Everything outside the store that the loop acts on. */
import type { Forge } from "../ports/forge.js";
import type { Git } from "../ports/git.js";
import type { Log } from "../ports/log.js";

export interface World {
  readonly git: Git;
  readonly forge: Forge;
  readonly testBranchPrefix: string;
  readonly log: Log;
}
