/** Runs a program from the repository, and accepts its answer only if the program succeeds. */
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { lastWords } from "../../process/run-git.js";
import { absoluteFolders, findProgram, runProgram } from "../../process/run-program.js";
import { type ToolFolders, toolEnvironment } from "./tool-environment.js";
import { readVersion, ToolProblem, type ToolVersion } from "./tool-problem.js";

export interface ProgramSettings {
  /** The name of the program, and of the source in messages. */
  readonly name: string;
  /** How to install it, as a sentence. */
  readonly installHint: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly folders: ToolFolders;
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
}

export interface ProgramRun {
  readonly arguments: readonly string[];
  readonly input?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

export interface Printed {
  readonly output: string;
  /** The end of its error output. */
  readonly complaints: string;
}

/** Far more than the names of any repository's projects. */
const MOST_BYTES = 256 * 1024 * 1024;

export class ToolProgram {
  readonly name: string;
  readonly #path: string;
  readonly #settings: ProgramSettings;

  private constructor(path: string, settings: ProgramSettings) {
    this.name = settings.name;
    this.#path = path;
    this.#settings = settings;
  }

  /** Throws `ToolProblem` when the program is missing. */
  static async find(settings: ProgramSettings): Promise<ToolProgram> {
    const { name, folders, installHint } = settings;
    const installed = join(folders.checkout, "node_modules", ".bin");
    const path = await findProgram(name, [installed, ...absoluteFolders(process.env["PATH"] ?? "")], [""]);
    if (path === null) {
      throw new ToolProblem(
        name,
        "it is neither in node_modules/.bin of the checkout nor on the PATH",
        installHint,
      );
    }
    return new ToolProgram(path, settings);
  }

  /** If `behind` is given, the version is searched for after the match of that pattern. */
  async version(words: readonly string[] = ["--version"], behind?: RegExp): Promise<ToolVersion> {
    const { output } = await this.run({ arguments: words });
    const start = behind === undefined ? 0 : output.search(behind);
    const version = start === -1 ? null : readVersion(output.slice(start));
    if (version !== null) return version;
    throw new ToolProblem(this.name, `${words.join(" ")} prints no version`);
  }

  /** Throws `ToolProblem` unless the program ends with 0 and prints text. */
  async run(run: ProgramRun): Promise<Printed> {
    const { folders, environment, deadlineMs, signal } = this.#settings;
    const end = await runProgram({
      command: this.#path,
      arguments: run.arguments,
      folder: folders.checkout,
      environment: toolEnvironment(folders, { ...environment, ...run.environment }),
      ...(run.input !== undefined && { input: run.input }),
      deadlineMs,
      signal,
      mostBytes: MOST_BYTES,
    });
    switch (end.kind) {
      case "missing":
        throw new ToolProblem(
          this.name,
          "it could not be started: it, or the program it names to run it, is missing",
        );
      case "stopped":
        throw new ToolProblem(this.name, end.because);
      case "exited": {
        if (end.exitCode === 0) return { output: this.#text(end.stdout), complaints: end.stderr };
        const how = end.exitCode === null ? "was ended by a signal" : `ended with exit code ${end.exitCode}`;
        const words = firstWords(end.stderr || end.stdout.toString("utf8"));
        throw new ToolProblem(this.name, words === "" ? `it ${how}` : `it ${how}: ${words}`);
      }
    }
  }

  #text(bytes: Uint8Array): string {
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      throw new ToolProblem(this.name, "its output is not UTF-8 text");
    }
  }
}

const MOST_LINES = 4;
const STACK_FRAME = /^\W*(?:lerna ERR! +)?at .*[:)]/;

/** Tools print the problem first, and then the place in their own code that noticed it. */
function firstWords(text: string): string {
  const lines = stripVTControlCharacters(text)
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== "" && !STACK_FRAME.test(line));
  return lastWords(lines.slice(0, MOST_LINES).join("\n"));
}
