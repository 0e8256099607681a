/** Paths as a Windows runner has them, where no Windows machine runs: drives, backslashes, line ends, devices. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix, win32 } from "node:path";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { checkoutFolder } from "../../../src/action/computed-targets.js";
import { OutputError, Runtime } from "../../../src/action/runtime.js";
import { ancestors, Reach } from "../../../src/action/workspace-files.js";
import { absoluteFolders } from "../../../src/process/run-program.js";
import { loadYaml } from "../../../src/targets/parse-yaml.js";
import { readRules } from "../../../src/targets/rules/rules-file.js";
import { readSourceChoices } from "../../../src/targets/source-choice.js";
import { readTargetList } from "../../../src/targets/sources/list/list.js";
import { pathsSource } from "../../../src/targets/sources/paths/paths.js";
import { repositoryPath } from "../../../src/targets/tree.js";
import { MemoryTree } from "../../support/memory-tree.js";
import { targetsOf } from "../../support/targets-answer.js";

beforeAll(loadYaml);

const WORKSPACE = "D:\\a\\shop\\shop";

describe("a file of impacted-targets-file, impacted-targets-result or metrics-file on Windows", () => {
  const reach = new Reach([WORKSPACE, "D:\\a\\_temp"], win32);
  const itself = (folder: string) => folder;
  const includes = (given: string, real = win32.resolve(WORKSPACE, given)) =>
    reach.includes(given, real, itself);

  it.each([
    ["in the workspace", "targets.txt", undefined],
    ["in one of its folders, with either slash", "out\\targets.txt", undefined],
    ["in one of its folders, with either slash", "out/targets.txt", undefined],
    ["by its whole name", "D:\\a\\shop\\shop\\targets.txt", undefined],
    ["by its whole name with slashes", "D:/a/shop/shop/targets.txt", undefined],
    ["by a name in other letters", "d:\\A\\Shop\\shop\\targets.txt", undefined],
    ["in the runner's temporary folder", "D:\\a\\_temp\\metrics.prom", undefined],
    ["on another drive, by its whole name", "C:\\lists\\targets.txt", undefined],
    ["on another drive, with slashes", "C:/lists/targets.txt", undefined],
    ["on a server, by its whole name", "\\\\server\\share\\targets.txt", undefined],
    ["called like the beginning of a device", "console.txt", undefined],
    ["called like the beginning of git's folder", ".github\\targets.txt", undefined],
  ])("is in reach %s: %s", (_where, given, real) => {
    expect(includes(given, real)).toBe(true);
  });

  it.each([
    ["beside the workspace", "..\\other\\targets.txt", undefined],
    ["in a folder whose name only begins like it", "..\\shop2\\targets.txt", undefined],
    ["relative to another drive's folder", "C:targets.txt", "C:\\Users\\runner\\targets.txt"],
    ["through a link in the workspace to another drive", "link.txt", "C:\\secrets.txt"],
    ["through a link, although by its whole name", "D:\\a\\shop\\shop\\link.txt", "C:\\secrets.txt"],
    ["that git keeps", ".git\\config", undefined],
    ["that git keeps, in capitals", ".GIT\\config", undefined],
    ["that git keeps, by a short name", "GIT~1\\config", undefined],
    ["that git keeps, with a dot behind", ".git.\\config", undefined],
    ["that git keeps, as a stream", ".git::$INDEX_ALLOCATION\\config", undefined],
    ["that is a device", "\\\\.\\pipe\\docker_engine", "\\\\.\\pipe\\docker_engine"],
    ["that is a device in any folder", "out\\NUL", undefined],
    ["that is a device with an ending", "com1.txt", undefined],
  ])("is out of reach %s: %s", (_where, given, real) => {
    expect(includes(given, real)).toBe(false);
  });

  it("lies in folders up to its drive", () => {
    expect(ancestors("D:\\a\\b.txt", win32)).toEqual(["D:\\a\\b.txt", "D:\\a", "D:\\"]);
    expect(ancestors("\\\\server\\share\\a", win32)).toEqual(["\\\\server\\share\\a", "\\\\server\\share\\"]);
  });
});

describe("paths on Windows", () => {
  it("of a checkout begin at the workspace, or at a drive", () => {
    expect(checkoutFolder(WORKSPACE, "", win32)).toBe(WORKSPACE);
    expect(checkoutFolder(WORKSPACE, "code", win32)).toBe("D:\\a\\shop\\shop\\code");
    expect(checkoutFolder(WORKSPACE, "./code/shop", win32)).toBe("D:\\a\\shop\\shop\\code\\shop");
    expect(checkoutFolder(WORKSPACE, "..\\other", win32)).toBe("D:\\a\\shop\\other");
    expect(checkoutFolder(WORKSPACE, "C:\\src", win32)).toBe("C:\\src");
    expect(checkoutFolder(WORKSPACE, "C:/src", win32)).toBe("C:\\src");
  });

  it("in the repository are those of git", () => {
    expect(repositoryPath(".\\ci\\targets.yml", win32)).toBe("ci/targets.yml");
    expect(repositoryPath("./ci/targets.yml", win32)).toBe("ci/targets.yml");
    expect(repositoryPath("D:\\a\\shop", win32)).toBe("D:/a/shop");
    expect(repositoryPath("odd\\name", posix)).toBe("odd\\name");
  });

  it("may be behind the name of a source", () => {
    expect(readSourceChoices("list=D:\\a\\_temp\\targets.txt,\r\npaths=ci\\targets.yml\r\n")).toEqual({
      ok: true,
      choices: [
        { name: "list", argument: "D:\\a\\_temp\\targets.txt" },
        { name: "paths", argument: "ci\\targets.yml" },
      ],
    });
  });

  it("to programs are told apart by semicolons, and relative ones count for nothing", () => {
    const variable = "C:\\Program Files\\Git\\cmd;tools;.;D:/bin;C:relative;\\\\server\\bin";
    expect(absoluteFolders(variable, win32)).toEqual([
      "C:\\Program Files\\Git\\cmd",
      "D:/bin",
      "\\\\server\\bin",
    ]);
  });
});

describe("the runner's file of outputs on Windows", () => {
  const NAME = "D:\\a\\_temp\\_runner_file_commands\\set_output_1b2c";

  function withOutputs(prepare: (folder: string) => void, check: (folder: string) => void): void {
    const folder = mkdtempSync(join(tmpdir(), "merge-queue-outputs-"));
    const before = process.cwd();
    process.chdir(folder);
    process.env["GITHUB_OUTPUT"] = NAME;
    try {
      prepare(folder);
      check(folder);
    } finally {
      delete process.env["GITHUB_OUTPUT"];
      process.chdir(before);
      rmSync(folder, { recursive: true });
    }
  }

  it("gets the outputs under exactly its name", () => {
    withOutputs(
      (folder) => writeFileSync(join(folder, NAME), ""),
      (folder) => {
        new Runtime().setOutput("impacted-targets-result", "D:\\a\\_temp\\result.json");
        expect(readFileSync(join(folder, NAME), "utf8")).toMatch(
          /^impacted-targets-result<<(\S+)\r?\nD:\\a\\_temp\\result\.json\r?\n\1\r?\n$/,
        );
      },
    );
  });

  it("is named where it cannot be written", () => {
    withOutputs(
      (folder) => mkdirSync(join(folder, NAME)),
      () => {
        expect(() => new Runtime().setOutput("state", "MERGED")).toThrow(OutputError);
        expect(() => new Runtime().setOutput("state", "MERGED")).toThrow(JSON.stringify(NAME));
      },
    );
  });
});

describe("lines that end as on Windows", () => {
  it("are lines of a list", async () => {
    const names: string[] = [];
    const take = (name: string) => names.push(name) > 0;
    expect(await readTargetList([Buffer.from("core\r\nui\r\n\r\ndocs")], take)).toBe("complete");
    expect(names).toEqual(["core", "ui", "docs"]);
  });

  it("are lines of a mapping, and no part of its patterns", async () => {
    const mapping =
      "front: &front\r\n  - front/**\r\n  - '!front/*.md'\r\nall:\r\n  - *front\r\n  - back/*.go\r\n";
    const base = MemoryTree.of({ "targets.yml": mapping });
    const head = base.with({ "front/a.ts": "1", "back/a.go": "1", "front/a.md": "1" });
    expect(await targetsOf(pathsSource("targets.yml"), base, head)).toEqual([
      "all",
      "front",
      "unowned: front/a.md",
    ]);
  });

  it("are lines of the rules", () => {
    const rules = readRules(Buffer.from('ignore:\r\n  - "**/*.md"\r\nnot-global:\r\n  - .nvmrc\r\n'));
    expect([rules.isIgnored("docs/a.md"), rules.isIgnored("a.md\r"), rules.isNotGlobal(".nvmrc")]).toEqual([
      true,
      false,
      true,
    ]);
  });
});
