/**
 * The Nodes that the built action is tried on: that of the tests, and the machine's own where npm runs on another. `npm
 * test` tries the first one, CI the second one where there is one, and the full size both.
 */
import { execFileSync } from "node:child_process";
import { bySize } from "./test-size.js";

export interface NodeToTry {
  readonly title: string;
  /** Null when this machine does not have it. */
  readonly path: string | null;
}

export function nodesToTry(): readonly NodeToTry[] {
  return bySize<() => readonly NodeToTry[]>({
    reduced: () => [ownNode()],
    share: () => [secondNode()].flatMap((second) => (second.path === null ? [ownNode(), second] : [second])),
    full: () => [ownNode(), secondNode()],
  })();
}

function ownNode(): NodeToTry {
  return { title: `on Node ${process.versions.node}`, path: process.execPath };
}

function secondNode(): NodeToTry {
  const other = process.env["npm_node_execpath"];
  const version = other === undefined ? process.version : versionOf(other);
  if (other === undefined || majorOf(version) === majorOf(process.version)) {
    const why = "start the tests with the npm of another Node, as npm_node_execpath names none";
    return { title: `on a second Node, SKIPPED: ${why}`, path: null };
  }
  return { title: `on Node ${version.slice(1)}`, path: other };
}

function versionOf(path: string): string {
  return execFileSync(path, ["--version"], { encoding: "utf8" }).trim();
}

function majorOf(version: string): string {
  return version.replace(/^v(\d+)\..*$/, "$1");
}
