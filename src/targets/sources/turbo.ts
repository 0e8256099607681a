/** Packages that Turborepo reports as affected, by the command that its version supports. */
import { parseJson } from "../parse-json.js";
import { nodeProjects } from "../tools/node-projects.js";
import { isAtLeast, itemsIn, namesAt, namesIn, requireMajor, ToolProblem } from "../tools/tool-problem.js";
import type { ProgramRun, ToolProgram } from "../tools/tool-program.js";
import { type Revisions, type Tool, ToolSource } from "../tools/tool-source.js";
import { asTable, tableAt, textAt } from "./workspaces/parsed-files.js";

const NAME = "turbo";
/** Turborepo's name for the root of the repository. */
const ROOT = "//";
/** Turborepo then treats every package as changed and ends with 0. */
const RANGE_NOT_FOUND = /unable to detect git range|assuming all files have changed/i;

const TOOL: Tool = {
  name: NAME,
  installHint: "Install the packages of the repository first, for example with `npm ci`.",
  marks: ["turbo.json", "turbo.jsonc"],
  environment: ({ scratch }) => ({ TURBO_TELEMETRY_DISABLED: "1", TURBO_CACHE_DIR: scratch }),
  projects: () => nodeProjects(ROOT),
  async ask(turbo, revisions) {
    const version = await turbo.version();
    requireMajor(NAME, version, 1, 2);
    if (isAtLeast(version, 2, 8)) return namesFromQuery(turbo, revisions);
    return isAtLeast(version, 2, 1) ? namesFromList(turbo, revisions) : namesFromDryRun(turbo, revisions);
  },
};

export const turbo = new ToolSource(TOOL);

async function namesFromQuery(turbo: ToolProgram, { base, head }: Revisions): Promise<readonly string[]> {
  const words = ["query", "affected", "--packages", "--base", base, "--head", head];
  const answer = await printedJson(turbo, { arguments: words });
  const packages = tableAt(tableAt(asTable(answer), "data"), "affectedPackages");
  const items = itemsIn(packages.get("items"), NAME);
  if (items.some((item) => textAt(tableAt(item, "reason"), "__typename") === "GitRefNotFound")) {
    throw rangeNotFound();
  }
  return namesAt(items, "name", NAME);
}

async function namesFromList(turbo: ToolProgram, { base, head }: Revisions): Promise<readonly string[]> {
  const answer = await printedJson(turbo, {
    arguments: ["ls", "--affected", "--output=json"],
    environment: { TURBO_SCM_BASE: base, TURBO_SCM_HEAD: head },
  });
  return namesAt(itemsIn(tableAt(asTable(answer), "packages").get("items"), NAME), "name", NAME);
}

/** The command requires the name of a task, but packages count whether they have the task or not. */
async function namesFromDryRun(turbo: ToolProgram, { base, head }: Revisions): Promise<readonly string[]> {
  const words = ["run", "build", "--dry=json", `--filter=...[${base}...${head}]`];
  const answer = await printedJson(turbo, { arguments: words });
  return namesIn(asTable(answer)?.get("packages"), NAME);
}

async function printedJson(turbo: ToolProgram, run: ProgramRun): Promise<unknown> {
  const { output, complaints } = await turbo.run(run);
  if (RANGE_NOT_FOUND.test(complaints)) throw rangeNotFound();
  return parseJson(output);
}

function rangeNotFound(): ToolProblem {
  return new ToolProblem(
    NAME,
    "it could not compare the two revisions, and guessed",
    "Give actions/checkout `fetch-depth: 2`.",
  );
}
