/** Private files: complete or absent, readable by this user only, and never in the place of another file. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "@jest/globals";
import {
  createPrivateFile,
  preparePrivateFolder,
  replacePrivateFile,
} from "../../../../../src/cli/server/github-setup/private-files.js";

let folder = "";
let path = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "private-files-"));
  path = join(folder, "key.pem");
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const modeOf = (name: string) => statSync(name).mode & 0o777;

it("creates a file for this user alone, whatever the umask allows", async () => {
  const umask = process.umask(0);
  try {
    expect(await createPrivateFile(path, "secret\n")).toBe("created");
    await replacePrivateFile(join(folder, "state.json"), "{}");
    await preparePrivateFolder(join(folder, "below/data"));
  } finally {
    process.umask(umask);
  }
  expect(readFileSync(path, "utf8")).toBe("secret\n");
  expect([path, join(folder, "state.json")].map(modeOf)).toEqual([0o600, 0o600]);
  expect([join(folder, "below"), join(folder, "below/data")].map(modeOf)).toEqual([0o700, 0o700]);
});

it("leaves a file that exists, and a link, as they are", async () => {
  await writeFile(path, "another App's\n");
  expect(await createPrivateFile(path, "secret\n")).toBe("exists");
  expect(readFileSync(path, "utf8")).toBe("another App's\n");
  const link = join(folder, "link.pem");
  await symlink(join(folder, "nowhere"), link);
  expect(await createPrivateFile(link, "secret\n")).toBe("exists");
  expect(readdirSync(folder).sort()).toEqual(["key.pem", "link.pem"]);
});

it("replaces what a killed process left, whatever its mode", async () => {
  await writeFile(join(folder, ".key.pem.new"), "half a sec", { mode: 0o644 });
  expect(await createPrivateFile(path, "secret\n")).toBe("created");
  expect(modeOf(path)).toBe(0o600);
  expect(readdirSync(folder)).toEqual(["key.pem"]);
});

it("does not write through a link in the place of the temporary file", async () => {
  const elsewhere = join(folder, "elsewhere");
  await writeFile(elsewhere, "mine");
  await symlink(elsewhere, join(folder, ".key.pem.new"));
  await replacePrivateFile(path, "secret\n");
  expect(readFileSync(elsewhere, "utf8")).toBe("mine");
  expect(readFileSync(path, "utf8")).toBe("secret\n");
});

it("refuses a folder that other users may write to, or that is a file, with the next step", async () => {
  const open = join(folder, "open");
  await mkdir(open);
  await chmod(open, 0o770);
  await expect(preparePrivateFolder(open)).rejects.toThrow(/run chmod 700 on it/);
  await writeFile(path, "");
  await expect(preparePrivateFolder(join(path, "data"))).rejects.toThrow(
    /cannot be written .*: name a folder that this user may write to with --data/,
  );
});
