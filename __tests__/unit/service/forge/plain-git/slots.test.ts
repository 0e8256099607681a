/** Slots are used again when their run ended in order, and never otherwise. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { type Slot, Slots } from "../../../../../src/service/forge/plain-git/slots.js";

const SHOP = { host: "example.com", owner: "acme", name: "shop" };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "merge-queue-slots-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const numberOf = (slot: Slot) => basename(slot.folder);

describe("a slot", () => {
  it("is taken again after it was released, and with it what lies in its tree", async () => {
    const slots = new Slots(folder);
    const first = await slots.take(SHOP);
    await mkdir(first.tree);
    await writeFile(join(first.home, "left"), "");
    await slots.release(SHOP, first);
    expect(await slots.take({ ...SHOP, name: "SHOP" })).toEqual(first);
    expect(existsSync(first.tree)).toBe(true);
    expect(await readdir(first.home)).toEqual([]);
  });

  it("belongs to one run and one repository at a time", async () => {
    const slots = new Slots(folder);
    const names = ["shop", "shop", "tools", "../..", "s h"];
    const taken = await Promise.all(names.map((name) => slots.take({ ...SHOP, name })));
    expect(new Set(taken.map((slot) => slot.folder)).size).toBe(names.length);
    for (const slot of taken) expect(dirname(dirname(slot.folder))).toBe(folder);
  });

  it("is gone when it was discarded, also with folders that were made read-only", async () => {
    const slots = new Slots(folder);
    const slot = await slots.take(SHOP);
    const sealed = join(slot.tree, "cache/sealed");
    await mkdir(sealed, { recursive: true });
    await writeFile(join(sealed, "file"), "");
    await chmod(sealed, 0o500);
    await slots.discard(slot);
    expect(existsSync(slot.folder)).toBe(false);
  });
});

describe("after a restart", () => {
  it("a free slot is used again, and one that was in use is thrown away", async () => {
    const before = new Slots(folder);
    const [free, used] = [await before.take(SHOP), await before.take(SHOP)];
    await before.release(SHOP, free);
    const after = new Slots(folder);
    const taken = [await after.take(SHOP), await after.take(SHOP)];
    expect(taken.map(numberOf)).toEqual(["1", "3"]);
    expect(existsSync(used.folder)).toBe(false);
  });

  it("a slot that a process before us still uses is left alone", async () => {
    const before = new Slots(folder);
    const used = await before.take(SHOP);
    const other = spawn("sleep", ["1000"], { stdio: "ignore" });
    await writeFile(join(used.folder, "in-use"), String(other.pid));
    const taken = await new Slots(folder).take(SHOP);
    other.kill("SIGKILL");
    expect(numberOf(taken)).toBe("2");
    expect(existsSync(used.folder)).toBe(true);
  });
});
