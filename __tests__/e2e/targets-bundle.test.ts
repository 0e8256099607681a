/** The bundle of `merge-queue targets`: it answers as the modules do, and takes nothing that was compiled from another text. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { ForgeOnDisk, git } from "../support/forge-on-disk.js";
import { itInCi } from "../support/sized-tests.js";
import { ROOT } from "../support/source-files.js";

let forge: ForgeOnDisk;
let checkout = "";
let copy = "";

beforeAll(async () => {
  forge = await ForgeOnDisk.create();
  const base = await forge.onMain({
    "package.json": JSON.stringify({ name: "shop", private: true, workspaces: ["packages/*"] }),
    "packages/core/package.json": JSON.stringify({ name: "core" }),
    "packages/ui/package.json": JSON.stringify({ name: "ui", dependencies: { core: "*" } }),
  });
  await forge.repository.commit({
    parents: [base],
    files: { "packages/core/ä.js": "1\n" },
    refs: ["refs/heads/change"],
  });
  checkout = forge.folder();
  rmSync(checkout, { recursive: true });
  await git(forge.folder(), "clone", "--quiet", forge.url, checkout);
  // A copy may be damaged.
  copy = mkdtempSync(join(tmpdir(), "merge-queue-bundle-"));
  cpSync(join(ROOT, "bin"), join(copy, "bin"), { recursive: true });
  cpSync(join(ROOT, "lib/bundle"), join(copy, "lib/bundle"), { recursive: true });
  cpSync(join(ROOT, "package.json"), join(copy, "package.json"));
});

afterAll(async () => {
  rmSync(copy, { recursive: true, force: true });
  await forge.remove();
});

interface Printed {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function called(program: readonly string[], words: readonly string[]): Printed {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...program, ...words], {
    cwd: checkout,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

const FROM_MODULES = `
  const { run } = await import(${JSON.stringify(join(ROOT, "lib/cli/main.js"))});
  process.exitCode = await run(process.argv.slice(1));
`;

function byModules(...words: readonly string[]): Printed {
  return called(["--input-type=module", "--eval", FROM_MODULES, "--"], words);
}

function byBundle(...words: readonly string[]): Printed {
  return called([join(copy, "bin/merge-queue.js")], words);
}

const CHANGE = ["--base", "origin/main", "--head", "origin/change"];

it("answers without the modules", () => {
  expect(existsSync(join(copy, "lib/cli"))).toBe(false);
  expect(byBundle("targets", ...CHANGE)).toEqual({ status: 0, stdout: "core\nui\n", stderr: "" });
});

itInCi.each([
  [[...CHANGE, "--json"]],
  [[...CHANGE, "--explain"]],
  [["--base", "absent"]],
  [["--head", "origin/change"]],
  [[...CHANGE, "--from", "work"]],
  [[...CHANGE, "--unknown"]],
  [["suggest", "--commits", "2"]],
  [["suggest", "--help"]],
  [["--help"]],
  [["--version"]],
])("answers as the modules do to %j", (words) => {
  expect(byBundle("targets", ...words)).toEqual(byModules("targets", ...words));
});

it("compiles its text where what lies beside it was compiled from another", () => {
  const file = join(copy, "lib/bundle/targets.js");
  const cache = readFileSync(`${file}.cache`);
  // The length is the same, which is all that the compiler compares.
  writeFileSync(
    file,
    readFileSync(file, "latin1")
      .replace(/^\/\/ ..../, "// 0000")
      .replaceAll('"core', '"erco'),
    "latin1",
  );
  expect(byBundle("targets", ...CHANGE)).toMatchObject({ status: 0, stdout: "core\nui\n" });
  writeFileSync(`${file}.cache`, cache.subarray(0, 100));
  expect(byBundle("targets", ...CHANGE)).toMatchObject({ status: 0, stdout: "core\nui\n" });
  rmSync(`${file}.cache`);
  expect(byBundle("targets", ...CHANGE)).toMatchObject({ status: 0, stdout: "core\nui\n" });
});

it("contains no path of the machine that built it", () => {
  const folder = join(ROOT, "lib/bundle");
  for (const name of readdirSync(folder))
    expect([name, readFileSync(join(folder, name), "latin1").includes(ROOT)]).toEqual([name, false]);
});
