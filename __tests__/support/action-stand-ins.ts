/**
 * What stands in for actions and programs that are not ours when examples run: each does what the example needs of it
 * on this machine, declares the inputs it understands, and tells which permissions the real one would need.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { mapping, type Texts } from "./workflow-file.js";

export interface StandInCall {
  readonly inputs: Texts;
  readonly workspace: string;
  readonly runId: string;
  /** A folder for every run, and in it one for every artifact. */
  readonly artifacts: string;
  /** Where the repository is, and which ref of it the event is about. */
  readonly repository: string;
  readonly ref: string;
}

export interface ActionStandIn {
  readonly inputs: readonly string[];
  permissions(inputs: Texts): Texts;
  run(call: StandInCall): void;
}

const nothing = () => ({});

export const ACTION_STAND_INS: Readonly<Record<string, ActionStandIn>> = {
  "actions/checkout": {
    inputs: ["fetch-depth", "persist-credentials"],
    permissions: () => ({ contents: "read" }),
    run: ({ inputs, workspace, repository, ref }) => {
      const depth = inputs["fetch-depth"] ?? "1";
      git(workspace, "init", "--quiet");
      git(workspace, "fetch", "--quiet", `--depth=${depth}`, `file://${repository}`, ref);
      git(workspace, "checkout", "--quiet", "--detach", "FETCH_HEAD");
    },
  },
  // The Node that runs the tests is the one that scripts find.
  "actions/setup-node": {
    inputs: ["node-version", "package-manager-cache"],
    permissions: nothing,
    run: () => undefined,
  },
  "actions/upload-artifact": {
    inputs: ["name", "path", "if-no-files-found", "retention-days"],
    permissions: nothing,
    run: ({ inputs, artifacts, runId }) => {
      const { name = "artifact", path = "" } = inputs;
      if (!existsSync(path)) throw new Error(`there is nothing to upload at ${path}`);
      const artifact = join(artifacts, runId, name);
      mkdirSync(artifact, { recursive: true });
      // A folder's content lies at the top of the artifact, and so does a single file.
      cpSync(path, statSync(path).isFile() ? join(artifact, basename(path)) : artifact, { recursive: true });
    },
  },
  "actions/download-artifact": {
    inputs: ["name", "path", "run-id", "github-token"],
    permissions: (inputs): Texts => (inputs["run-id"] === undefined ? {} : { actions: "read" }),
    run: ({ inputs, workspace, artifacts, runId }) => {
      const { name = "artifact", path = workspace, "run-id": from = runId, "github-token": token } = inputs;
      if (from !== runId && token === undefined)
        throw new Error("another run's artifact needs a github-token");
      // As the archive holds them, links too.
      cpSync(join(artifacts, from, name), path, { recursive: true, verbatimSymlinks: true });
    },
  },
};

export interface ProgramCall {
  readonly program: string;
  readonly words: readonly string[];
  readonly stdin: string;
}

const PROGRAM_PERMISSIONS: Readonly<Record<string, Texts>> = {
  "gh pr comment": { "pull-requests": "write" },
};

/** Programs of GitHub's machines that write down how they were called. */
export class ProgramStandIns {
  readonly folder: string;
  readonly #log: string;

  constructor(folder: string) {
    this.folder = folder;
    this.#log = join(folder, "calls.jsonl");
    mkdirSync(folder);
    writeFileSync(this.#log, "");
    writeFileSync(
      join(folder, "gh"),
      `#!${process.execPath}
const { appendFileSync, readFileSync } = require("node:fs");
if (!process.env.GH_TOKEN || !process.env.GH_REPO) {
  console.error("gh needs GH_TOKEN and, outside of a checkout, GH_REPO");
  process.exit(4);
}
const call = { program: "gh", words: process.argv.slice(2), stdin: readFileSync(0, "utf8") };
appendFileSync(${JSON.stringify(this.#log)}, JSON.stringify(call) + "\\n");
`,
    );
    chmodSync(join(folder, "gh"), 0o755);
  }

  calls(): readonly ProgramCall[] {
    const lines = readFileSync(this.#log, "utf8").split("\n");
    return lines.filter((line) => line !== "").map(readCall);
  }

  permissions(): readonly Texts[] {
    return this.calls().map(({ program, words }) => {
      const permissions = PROGRAM_PERMISSIONS[[program, ...words.slice(0, 2)].join(" ")];
      if (permissions === undefined) throw new Error(`nothing stands in for ${program} ${words.join(" ")}`);
      return permissions;
    });
  }
}

function readCall(line: string): ProgramCall {
  const call: unknown = JSON.parse(line);
  const { program, words, stdin } = mapping(call, "a call", ["program", "words", "stdin"]);
  return { program: String(program), words: [words].flat().map(String), stdin: String(stdin) };
}

function git(folder: string, ...words: readonly string[]): void {
  const env = { PATH: process.env["PATH"], GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null" };
  const { status, stderr } = spawnSync("git", words, { cwd: folder, env, encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${words.join(" ")} failed: ${stderr}`);
}
