/** Asks `bazel query`, whose traps are many: it says nothing, and ends with 0, where a label is in nobody's closure. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ToolFolders } from "./tool-environment.js";
import { unknownShape } from "./tool-problem.js";
import type { ToolProgram } from "./tool-program.js";

const NAME = "bazel";
/** Whatever the repository's own settings say, half an answer is none. */
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

  /** The same, each with its kind: `source file`, `genrule rule`. Throws `ToolProblem`. */
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

  /** In a file, since there may be more labels than a command line can hold. */
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
