/**
 * Folders for test runs, kept from run to run of a repository so that what git ignores, such as installed packages,
 * is there the next time. A slot that was in use when the service died is thrown away.
 */
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Repository, repositoryKey } from "../../../domain/repository.js";
import { removeFolder } from "./remove-folder.js";

export interface Slot {
  readonly folder: string;
  /** Where the commit under test is checked out. */
  readonly tree: string;
  /** Both are empty at the start of each run. */
  readonly home: string;
  readonly temporary: string;
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

  async take(repository: Repository): Promise<Slot> {
    const shelf = await this.#shelfOf(repository);
    const folder = shelf.free.pop() ?? join(shelf.folder, String(shelf.nextNumber++));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(markerOf(folder), String(process.pid));
    const slot = {
      folder,
      tree: join(folder, "tree"),
      home: join(folder, "home"),
      temporary: join(folder, "tmp"),
    };
    for (const empty of [slot.home, slot.temporary]) {
      await removeFolder(empty);
      await mkdir(empty, { mode: 0o700 });
    }
    return slot;
  }

  async release(repository: Repository, slot: Slot): Promise<void> {
    await rm(markerOf(slot.folder), { force: true });
    (await this.#shelfOf(repository)).free.push(slot.folder);
  }

  /** For a slot whose run did not end in order. */
  async discard(slot: Slot): Promise<void> {
    await removeFolder(slot.folder);
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

/** Readable, and safe whatever the repository is called. */
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
    await sortIn(shelf, join(folder, name));
  }
  return shelf;
}

async function sortIn(shelf: Shelf, slot: string): Promise<void> {
  const marker = await readFile(markerOf(slot), "utf8").catch(() => null);
  if (marker === null) shelf.free.push(slot);
  // One that cannot be removed is never used again, and tried again by the next service.
  else if (!isOtherLivingProcess(Number(marker))) await removeFolder(slot).catch(() => undefined);
}

/** Such as the service before this one, which is still finishing. */
function isOtherLivingProcess(id: number): boolean {
  if (!Number.isInteger(id) || id <= 0 || id === process.pid) return false;
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}
