/** Which database the commands about a store take: what the service would take, or another that they are told of. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "@jest/globals";
import { callCommand } from "../../../../support/command-line.js";

const folder = mkdtempSync(join(tmpdir(), "database-of-"));
afterAll(() => rmSync(folder, { recursive: true }));

const path = (name: string): string => join(folder, name);
const sqlite = (name: string): string => `sqlite:${path(name)}`;
const [FLAG, VARIABLE, FILE, YAML] = ["flag", "variable", "file", "yaml"] as const;

writeFileSync(path("secret"), `${sqlite(FILE)}\n`, { mode: 0o600 });
writeFileSync(path("queue.yml"), `databaseUrl: ${sqlite(YAML)}\nlisten: 127.0.0.1:1\n`, { mode: 0o600 });
mkdirSync(path("data"));

const BY_FLAG = ["--database", sqlite(FLAG)];
const BY_VARIABLE = { MERGE_QUEUE_DATABASE_URL: sqlite(VARIABLE) };
const BY_FILE = { MERGE_QUEUE_DATABASE_URL_FILE: path("secret") };
const BY_YAML = { MERGE_QUEUE_CONFIG: path("queue.yml") };
const BY_FOLDER = { MERGE_QUEUE_DATA: path("data") };

/** From the one that wins to the one that is left. */
const CASES = [
  [FLAG, BY_FLAG, { ...BY_VARIABLE, ...BY_YAML, ...BY_FOLDER }],
  [VARIABLE, [], { ...BY_VARIABLE, ...BY_YAML, ...BY_FOLDER }],
  [FILE, [], { ...BY_FILE, ...BY_YAML, ...BY_FOLDER }],
  [YAML, [], { ...BY_YAML, ...BY_FOLDER }],
  ["data/merge-queue.sqlite", [], BY_FOLDER],
] as const;

it.each(CASES)(
  "db, backup, restore and export-log take %s before what is weaker",
  async (name, words, environment) => {
    const call = (...command: readonly string[]) => callCommand([...command, ...words], { environment });
    const backup = path(`${name.replace("/", "-")}.backup`);
    expect((await call("db", "migrate")).stdout).toContain(`${path(name)} was migrated`);
    expect((await call("db", "check")).stdout).toContain(`${path(name)}: schema`);
    expect((await call("backup", backup)).stderr).toContain(`0 rows of ${path(name)} are in`);
    expect((await call("restore", backup)).stderr).toContain(`are in ${path(name)}`);
    const exported = await call("export-log", "--queue", "github.com/acme/shop:main");
    expect(exported.stderr).toContain("the store has no queue github.com/acme/shop:main");
  },
);

const WRONG = [
  ["another kind of database", {}, ["--database", "mysql://db"], "--database: its value is not sqlite:PATH"],
  [
    "a password where others see it",
    {},
    ["--database", "postgres://u:PASSW0RD@db/x"],
    "--database: contains a password",
  ],
  [
    "a variable that names no database",
    { MERGE_QUEUE_DATABASE_URL: "mysql://u:PASSW0RD@db" },
    [],
    "MERGE_QUEUE_DATABASE_URL: its value is not",
  ],
  ["a variable and a file at once", { ...BY_VARIABLE, ...BY_FILE }, [], "are both given: remove one of them"],
  ["a YAML file that is not there", { MERGE_QUEUE_CONFIG: "/nowhere.yml" }, [], "/nowhere.yml"],
] as const;

it.each(WRONG)("%s is wrong use, and says why", async (_, environment, words, problem) => {
  for (const command of [
    ["db", "check"],
    ["db", "migrate"],
    ["backup", path("x")],
    ["restore", path("x")],
  ]) {
    const { exitCode, stderr, stdout } = await callCommand([...command, ...words], { environment });
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toContain(problem);
    expect(stderr).not.toContain("PASSW0RD");
  }
});
