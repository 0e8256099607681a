/** What the search for rules asks about a repository. */
import type { Tree } from "../../../targets/tree.js";

export interface Repository {
  readonly newest: Tree;
  readonly ownersOf: (path: string) => Promise<readonly string[]>;
  readonly dependentsOf: (targets: readonly string[]) => Promise<readonly string[]>;
  readonly targets: ReadonlySet<string>;
  /** Names of the mapping that exists. */
  readonly mapped: ReadonlySet<string>;
}
