/**
 * What Maven's model builder reads from the `pom.xml` files of a checkout. `mvn` itself stops at a parent or a plugin that
 * only a registry has, so a small program uses the jars of the installed Maven.
 */
import { join } from "node:path";
import type { ExactGraph, RunTool } from "./exact-graphs.js";

const PROGRAM = join(import.meta.dirname, "exact-maven-graph.java");
/** The code of the module at the root; its manifest is inherited by others. */
const AT_ROOT = /^(?:pom\.xml$|src\/)/;

export function askMaven(folder: string, run: RunTool): ExactGraph | null {
  const about = run("mvn", ["--batch-mode", "--version"]) ?? "";
  const [, home = ""] = /^Maven home: (.+)$/m.exec(about) ?? [];
  const [, java = ""] = /, runtime: (.+)$/m.exec(about) ?? [];
  if (home === "" || java === "") return null;
  const words = ["-cp", join(home, "lib", "*"), PROGRAM, folder];
  const text = run(join(java, "bin", "java"), words);
  if (text === null) return null;
  const lines = text.split("\n").filter((line) => line !== "");
  return lines.map((line) => {
    const [directory = "", name = "", ...dependsOn] = line.split("\t");
    const member = { name, directory, dependsOn: dependsOn.filter((one) => one !== "") };
    return directory === "" ? { ...member, ownsAtRoot: (path) => AT_ROOT.test(path) } : member;
  });
}
