/** Dependencies between members that only the settings of a build tool declare: Turborepo or Nx. */
import type { Tree } from "../../../tree.js";
import { pathsByName } from "../../../tree-paths.js";
import { EdgeList, type TaskMembers } from "./edge-list.js";
import { NX_FILES, NxReader } from "./nx-edges.js";
import { TURBO_FILES, TurboReader } from "./turbo-edges.js";

/** By the directory of a member: names of other members. */
export type TaskEdges = ReadonlyMap<string, ReadonlySet<string>>;

export class TaskEdgeReader {
  readonly #turbo = new TurboReader();
  readonly #nx = new NxReader();

  /** Settings that cannot be read declare nothing: the tool cannot read them either. Throws `GitFailure`. */
  async read(tree: Tree, members: TaskMembers): Promise<TaskEdges> {
    const files = pathsByName(await tree.entries());
    const list = new EdgeList(members);
    if (TURBO_FILES.some((name) => files.has(name))) await this.#turbo.read(tree, members, list);
    if (NX_FILES.some((name) => files.has(name))) await this.#nx.read(tree, members, list);
    return list.edges;
  }
}
