/**
 * Folders for test runs, reused by later runs of the same repository to keep files that git ignores, such as installed
 * packages. A slot that was in use when the service crashed is discarded.
 */
import { createHash, randomUUID } from "node:crypto";
import { chmod, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Repository, repositoryKey } from "../../domain/repository.js";

export interface Slot {
  readonly folder: string;
  /** Where the commit under test is checked out. */
  readonly tree: string;
  /** `home` and `temporary` are empty at the start of each run. */
  readonly home: string;
  readonly temporary: string;
  /** The content of the slot's marker file while this run holds the slot. */
  readonly token: string;
}

interface Shelf {
  readonly folder: string;
  readonly free: string[];
  nextNumber: number;
}

export class Slots {
  readonly #folder: string;
  readonly #shelves = new Map<string, Promise<Shelf>>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** "fresh" requests a slot that was never used. */
  async take(repository: Repository, wants: "any" | "fresh" = "any"): Promise<Slot> {
    const shelf = await this.#shelfOf(repository);
    const token = randomUUID();
    const folder = await claimFolder(shelf, token, wants);
    const slot = {
      folder,
      tree: join(folder, "tree"),
      home: join(folder, "home"),
      temporary: join(folder, "tmp"),
      token,
    };
    for (const empty of [slot.home, slot.temporary]) {
      await removeFolder(empty);
      await mkdir(empty, { mode: 0o700 });
    }
    return slot;
  }

  /** False when another process took the slot, or its marker was removed. */
  async isHeld(slot: Slot): Promise<boolean> {
    return (await markerIn(slot.folder)) === slot.token;
  }

  async release(repository: Repository, slot: Slot): Promise<void> {
    if (!(await this.isHeld(slot))) return;
    await rm(markerOf(slot.folder), { force: true });
    (await this.#shelfOf(repository)).free.push(slot.folder);
  }

  /** For a slot whose run ended abnormally. Keeps a slot that another process holds now. */
  async discard(slot: Slot): Promise<void> {
    if (await this.isHeld(slot)) await removeFolder(slot.folder);
  }

  #shelfOf(repository: Repository): Promise<Shelf> {
    const name = shelfName(repository);
    let shelf = this.#shelves.get(name);
    if (shelf === undefined) {
      shelf = openShelf(join(this.#folder, name));
      shelf.catch(() => this.#shelves.delete(name));
      this.#shelves.set(name, shelf);
    }
    return shelf;
  }
}

function markerOf(folder: string): string {
  return join(folder, "in-use");
}

async function markerIn(folder: string): Promise<string | null> {
  return readFile(markerOf(folder), "utf8").catch(() => null);
}

/** Claims a slot's folder by creating its marker. If the marker exists, another process has the slot: tries the next. */
async function claimFolder(shelf: Shelf, token: string, wants: "any" | "fresh"): Promise<string> {
  for (;;) {
    const kept = wants === "fresh" ? undefined : shelf.free.pop();
    const folder = kept ?? join(shelf.folder, String(shelf.nextNumber++));
    try {
      await mkdir(shelf.folder, { recursive: true, mode: 0o700 });
      await mkdir(folder, { recursive: kept !== undefined, mode: 0o700 });
      await writeFile(markerOf(folder), token, { flag: "wx" });
      return folder;
    } catch (error) {
      if (!isAlreadyThere(error)) throw error;
    }
  }
}

function isAlreadyThere(error: unknown): boolean {
  return typeof error === "object" && error !== null && "code" in error && error.code === "EEXIST";
}

/** A readable folder name that is safe for any repository name. */
function shelfName(repository: Repository): string {
  const digest = createHash("sha256").update(repositoryKey(repository)).digest("hex").slice(0, 16);
  return `${repository.name
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]/g, "_")
    .slice(0, 50)}-${digest}`;
}

async function openShelf(folder: string): Promise<Shelf> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const shelf: Shelf = { folder, free: [], nextNumber: 1 };
  for (const name of await readdir(folder)) {
    const number = Number(name);
    if (Number.isInteger(number)) shelf.nextNumber = Math.max(shelf.nextNumber, number + 1);
    await keepOrRemove(shelf, join(folder, name));
  }
  return shelf;
}

/** A marker found at the start is from a process that ended, because no other process uses the slots' folder. */
async function keepOrRemove(shelf: Shelf, slot: string): Promise<void> {
  if ((await markerIn(slot)) === null) shelf.free.push(slot);
  // A slot that cannot be removed is not used; the next start tries to remove it again.
  else await removeFolder(slot).catch(() => undefined);
}

/** Removes a folder, including subfolders that tests made read-only, as package caches do. */
async function removeFolder(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true });
  } catch {
    await makeWritable(folder);
    await rm(folder, { recursive: true, force: true });
  }
}

async function makeWritable(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await makeWritable(join(folder, entry.name));
  }
}
