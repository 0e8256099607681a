/** Folders: each is one idea, with one entry file that says START HERE; files and functions stay short enough to read. */
import { describe, expect, it } from "@jest/globals";
import { sourceFiles } from "../support/source-files.js";

/** The entry file of each folder. A folder that is not listed here belongs to the nearest listed one above it. */
const ENTRY_FILES: Readonly<Record<string, string>> = {
  "src/contract": "endpoints.ts",
  "src/client": "client.ts",
  "src/process": "run-program.ts",
  "src/operations": "operations.ts",
  "src/action": "operations.ts",
  "src/targets": "compute-targets.ts",
  "src/targets/revisions": "find-revisions.ts",
  "src/targets/rules": "global-inputs.ts",
  "src/targets/sources": "sources.ts",
  "src/targets/workflows": "workflow-effects.ts",
  "src/cli": "main.ts",
  "src/cli/client": "commands.ts",
  "src/cli/server/github-setup": "setup.ts",
  "src/cli/targets/suggest": "suggest-targets.ts",
  "src/cli/client/explaining": "explaining-commands.ts",
  "src/engine": "decide.ts",
  "src/engine/events": "record.ts",
  "src/engine/planning": "plan.ts",
  "src/engine/explain": "explain.ts",
  "src/engine/index": "queue-index.ts",
  "src/service/app": "main.ts",
  "src/service/settings": "settings.ts",
  "src/service/http": "server.ts",
  "src/service/http/handlers": "handlers.ts",
  "src/service/dashboard": "pages.ts",
  "src/service/queue": "queue-loop.ts",
  "src/service/work": "worker.ts",
  "src/service/store": "open-store.ts",
  "src/service/git": "git-adapter.ts",
  "src/service/github/accounts": "github-accounts.ts",
  "src/service/github/api": "create-github-calls.ts",
  "src/service/github/intake": "github-intake.ts",
  "src/service/github/setup": "app-manifest.ts",
  "src/service/github/commands": "command-pump.ts",
  "src/service/github/forge": "github-forge.ts",
  "src/service/github/status": "status-of.ts",
  "src/service/github/git-data": "api-git.ts",
  "src/service/plain-git": "plain-git-forge.ts",
  "src/service/webhooks": "describe-decision.ts",
  "src/service/observability": "prom-meter.ts",
  "src/service/tokens": "token-text.ts",
  "src/service/doctor": "examine.ts",
  "src/service/replay": "replay-log.ts",
};

/** Nouns, interfaces and rules, of which each file stands alone. */
const WITHOUT_ENTRY = new Set([
  "src",
  "src/domain",
  "src/engine/model",
  "src/engine/rules",
  "src/service/ports",
]);

const MAX_FOLDERS_OF_SERVICE = 16;
const MAX_FILES = 883;
/** Tables of plain data, one per kind of value, are longer. */
const MAX_LINES = 350;
const TABLES = new Set(["src/service/store/sql/stored-values.ts", "src/service/store/sql/tables.ts"]);

const files = sourceFiles("src");

function ideaOf(path: string): string {
  for (let folder = path; folder.includes("/"); ) {
    folder = folder.slice(0, folder.lastIndexOf("/"));
    if (folder in ENTRY_FILES || WITHOUT_ENTRY.has(folder)) return folder;
  }
  throw new Error(`${path} is in no folder that this test knows`);
}

describe("folders of the sources", () => {
  it("have one entry file each, which says START HERE", () => {
    const marked = files.filter(({ text }) => text.slice(0, 300).includes("START HERE"));
    const expected = Object.entries(ENTRY_FILES).map(([folder, file]) => `${folder}/${file}`);
    expect(marked.map(({ path }) => path).sort()).toEqual(expected.sort());
  });

  it("belong to a folder with an entry file", () => {
    const strays = files.filter(({ path }) => ideaOf(path) === "src" && path !== "src/index.ts");
    expect(strays.map(({ path }) => path)).toEqual([]);
  });

  it("of the service are few enough to remember, and no file lies beside them", () => {
    const top = new Set(
      files.flatMap(({ path }) => (path.startsWith("src/service/") ? [path.split("/")[2] ?? ""] : [])),
    );
    expect(top.size).toBeLessThanOrEqual(MAX_FOLDERS_OF_SERVICE);
    expect([...top].filter((name) => name.endsWith(".ts"))).toEqual([]);
  });
});

describe("files of the sources", () => {
  it("are few enough, and short enough to read", () => {
    expect(files.length).toBeLessThan(MAX_FILES);
    const long = files.filter(({ path, text }) => text.split("\n").length > MAX_LINES && !TABLES.has(path));
    expect(long.map(({ path }) => path)).toEqual([]);
  });
});
