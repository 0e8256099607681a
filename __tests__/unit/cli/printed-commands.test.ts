/** The commands that the pages and their guide print can be run: the command's own parser accepts each of them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { Command } from "commander";
import { callCommand } from "../../support/command-line.js";
import { PULL_PATH, pagesWorld, QUEUE_PATH } from "../../support/pages-world.js";
import { ROOT, sourceFiles } from "../../support/source-files.js";

/** Up to the end of the code in a document, an element or a text. */
const PRINTED = /merge-queue ([a-z][^`<"\\\n]*)/g;

/** Values that a source inserts are words. */
function commandsIn(text: string): readonly string[] {
  const filled = text.replaceAll(/\$?\{[^{}]*\}/g, "x");
  return [...filled.matchAll(PRINTED)].map(([, words = ""]) => words.replaceAll(/\s+/g, " ").trim());
}

/** What the parser objects to; empty for a command that would run. A name alone is a mention of the command. */
async function objectionsTo(command: string): Promise<string> {
  const words = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
  const { action } = Command.prototype;
  Command.prototype.action = function parsedOnly(this: Command) {
    return action.call(this, () => undefined);
  };
  try {
    const { exitCode, stderr } = await callCommand(words);
    const isMention = words.length === 1 && !stderr.includes("unknown command");
    return exitCode === 0 || isMention ? "" : `${command}: ${stderr}`;
  } finally {
    Command.prototype.action = action;
  }
}

async function allObjections(commands: readonly string[]): Promise<readonly string[]> {
  const objections: string[] = [];
  for (const command of new Set(commands)) objections.push(await objectionsTo(command));
  return objections.filter((text) => text !== "");
}

describe("a command", () => {
  it("that the parser refuses is found", async () => {
    const refused = await allObjections([
      "tokens create --scopes read",
      "nothing",
      "verify --repo x",
      "queues",
    ]);
    expect(refused).toHaveLength(3);
  });

  it("in the sources of the pages can be run", async () => {
    const commands = sourceFiles("src/service/dashboard").flatMap(({ text }) => commandsIn(text));
    expect(commands).toContain("tokens create --name NAME --scope read,submit");
    expect(commands.length).toBeGreaterThan(8);
    expect(await allObjections(commands)).toEqual([]);
  });

  it("in the guide to the pages can be run", async () => {
    const guide = readFileSync(join(ROOT, "docs/how-to/pages.md"), "utf8");
    const commands = commandsIn(guide);
    expect(commands.length).toBeGreaterThan(1);
    expect(await allObjections(commands)).toEqual([]);
  });

  it("on a page that finds nothing can be run", async () => {
    const world = await pagesWorld();
    const cookie = await world.signIn();
    const branches = ["release/9", "a'b", "-x$(id)"].map(encodeURIComponent);
    const paths = [
      ...branches.map((branch) => `${QUEUE_PATH}?branch=${branch}`),
      `${PULL_PATH}/7?branch=main`,
    ];
    const pages = await Promise.all(paths.map(async (path) => (await world.get(path, { cookie })).text()));
    const commands = pages.map((page) => commandsIn(page.replaceAll("&#39;", "'")));
    expect(commands).toEqual([
      ["create-queue --branch release/9"],
      [expect.stringContaining("create-queue --branch 'a'")],
      [],
      ["submit 7 --branch main"],
    ]);
    expect(await allObjections([...(commands[0] ?? []), ...(commands[3] ?? [])])).toEqual([]);
  });
});
