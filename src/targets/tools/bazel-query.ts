/** Runs `bazel query`. For a label that is in no closure, the query prints nothing and still ends with 0. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ToolFolders } from "./tool-environment.js";
import { unknownShape } from "./tool-problem.js";
import type { ToolProgram } from "./tool-program.js";

const NAME = "bazel";
/** Overrides the repository's own settings, since a partial answer is useless. */
const ALWAYS = ["--nokeep_going", "--noshow_progress", "--color=no", "--curses=no"];
const LABEL = /^(?:@{0,2}[\w.+~-]*)?\/\/[^:]*:.+$/;

export class BazelQuery {
  readonly #bazel: ToolProgram;
  readonly #file: string;

  constructor(bazel: ToolProgram, { scratch }: ToolFolders) {
    this.#bazel = bazel;
    this.#file = join(scratch, "query");
  }

  /** Labels of the repository itself, in one spelling. Throws `ToolProblem`. */
  async labels(expression: string, options: readonly string[] = []): Promise<readonly string[]> {
    const lines = await this.#lines(expression, ["--output=label", ...options]);
    return lines.map((line) => labelIn(line)).filter((label) => label.startsWith("//"));
  }

  /** The same labels with the kind of each: `source file`, `genrule rule`. Throws `ToolProblem`. */
  async kinds(expression: string): Promise<ReadonlyMap<string, string>> {
    const lines = await this.#lines(expression, ["--output=label_kind"]);
    return new Map(
      lines.map((line): [string, string] => {
        const start = line.search(/ @{0,2}[\w.+~-]*\/\//);
        if (start === -1) throw unknownShape(NAME);
        return [labelIn(line.slice(start + 1)), line.slice(0, start)];
      }),
    );
  }

  /** The query is passed in a file, since there may be more labels than a command line can hold. */
  async #lines(expression: string, options: readonly string[]): Promise<readonly string[]> {
    await writeFile(this.#file, expression);
    const words = ["query", ...ALWAYS, ...options, `--query_file=${this.#file}`];
    const { output } = await this.#bazel.run({ arguments: words });
    return output.split(/\r?\n/).filter((line) => line !== "");
  }
}

export function setOf(labels: Iterable<string>): string {
  return `set(${[...labels].map((label) => `"${label}"`).join(" ")})`;
}

/** Newer versions write `@@//a:b` where older ones write `//a:b`. */
function labelIn(line: string): string {
  if (!LABEL.test(line)) throw unknownShape(NAME);
  return line.replace(/^@{1,2}(?=\/\/)/, "");
}
