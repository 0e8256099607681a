/** Slots are used again when their run ended in order, and never otherwise. */
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { type Slot, Slots } from "../../../../src/service/plain-git/slots.js";

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
    const again = await slots.take({ ...SHOP, name: "SHOP" });
    expect(again).toEqual({ ...first, token: again.token });
    expect(again.token).not.toBe(first.token);
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

  it("a slot that was in use is thrown away, also when its marker names a process that is there", async () => {
    const used = await new Slots(folder).take(SHOP);
    await writeFile(join(used.folder, "in-use"), "1");
    expect(numberOf(await new Slots(folder).take(SHOP))).toBe("2");
    expect(existsSync(used.folder)).toBe(false);
  });
});

describe("two processes in one folder, which nothing locked", () => {
  /** Both have seen the folder with one free slot in it. */
  async function two() {
    const slots = new Slots(folder);
    await slots.release(SHOP, await slots.take(SHOP));
    const other = new Slots(folder);
    await other.release(SHOP, await other.take(SHOP));
    return [slots, other] as const;
  }

  it("never have one slot at the same time", async () => {
    const [slots, other] = await two();
    const taken = await Promise.all(
      [slots, other, slots, other, slots, other].map((each) => each.take(SHOP)),
    );
    expect(new Set(taken.map(numberOf)).size).toBe(6);
    for (const slot of taken) expect(await slots.isHeld(slot)).toBe(true);
  });

  it("have a fresh slot where nothing was before", async () => {
    const [slots, other] = await two();
    expect(numberOf(await slots.take(SHOP, "fresh"))).toBe("2");
    expect(numberOf(await other.take(SHOP, "fresh"))).toBe("3");
    expect(numberOf(await slots.take(SHOP))).toBe("1");
  });

  it("leave each other's slots alone", async () => {
    const [slots, other] = await two();
    const mine = await slots.take(SHOP);
    const stolen = { ...mine, token: "of another process" };
    expect(await other.isHeld(stolen)).toBe(false);
    await other.release(SHOP, stolen);
    await other.discard(stolen);
    expect(await slots.isHeld(mine)).toBe(true);
    await slots.discard(mine);
    expect(await slots.isHeld(mine)).toBe(false);
  });
});
