/**
 * Files that inputs name. What lies in the workspace may come from a pull request, links included, so a file is
 * read or written only where it really lies within reach: in the workspace, in the runner's temporary folder, or
 * at exactly the absolute path that the workflow gives.
 */
import {
  accessSync,
  closeSync,
  constants,
  createReadStream,
  fstatSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path, { basename, dirname, join, type PlatformPath, resolve } from "node:path";
import { shown } from "../client/words.js";
import { errorText } from "../domain/thrown.js";
import { InputError } from "./input-error.js";
import type { InputName } from "./inputs.js";

/** Fails on a link, and does not wait for the other end of a pipe. */
const STRICTLY = constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** The variables that name its folders. */
const REACH = ["GITHUB_WORKSPACE", "RUNNER_TEMP"];

export class WorkspaceFiles {
  readonly #reach: Reach;
  readonly #temporary: string;
  /** The variables that it follows from, to do the same elsewhere. */
  readonly reach: Readonly<Record<string, string>>;

  constructor(environment: (name: string) => string) {
    this.reach = Object.fromEntries(REACH.map((name) => [name, environment(name)]));
    this.#temporary = environment("RUNNER_TEMP") || tmpdir();
    const given = [environment("GITHUB_WORKSPACE") || process.cwd(), environment("RUNNER_TEMP")];
    const folders = given.filter((folder) => folder !== "").map((folder) => resolve(folder));
    this.#reach = new Reach([...new Set([...folders, ...folders.map(realPath)])]);
  }

  /** A place for a file of that name that outlives the step: in the runner's temporary folder, else in the machine's. */
  temporary(name: string): string {
    return join(this.#temporary, name);
  }

  /** The bytes of a regular file, until the signal aborts. Throws `InputError`. */
  read(input: InputName, path: string, signal: AbortSignal): AsyncIterable<Uint8Array> {
    try {
      const real = realpathSync(path);
      this.#checkReach(input, path, real);
      // Whatever was there a moment ago: from here on the handle counts, and not the name.
      const handle = openStrictly(input, path, real, constants.O_RDONLY);
      return createReadStream("", { fd: handle, signal });
    } catch (error) {
      if (error instanceof InputError) throw error;
      const expected = "is not readable; expected a file in the workspace";
      throw new InputError(input, `${expected}: ${errorText(error)}`, { cause: error });
    }
  }

  /** Throws `InputError` unless a file can be written there; its folder may still be missing. */
  checkWritable(input: InputName, path: string): void {
    const real = this.#placeFor(input, path);
    const existing = ancestors(real).find(isThere) ?? "/";
    const found = statSync(existing);
    if (existing === real ? !found.isFile() : !found.isDirectory()) {
      throw new InputError(input, `${shown(path)} cannot be a file: ${shown(existing)} is in the way.`);
    }
    try {
      accessSync(existing, constants.W_OK);
    } catch (error) {
      const problem = `${shown(path)} cannot be written: no access to ${shown(existing)}.`;
      throw new InputError(input, problem, { cause: error });
    }
  }

  /** Throws `InputError`. What the file held before is gone. */
  write(input: InputName, path: string, text: string): void {
    try {
      const real = this.#placeFor(input, path);
      mkdirSync(dirname(real), { recursive: true });
      const handle = openStrictly(input, path, real, constants.O_WRONLY | constants.O_CREAT);
      try {
        ftruncateSync(handle);
        writeFileSync(handle, text);
      } finally {
        closeSync(handle);
      }
    } catch (error) {
      if (error instanceof InputError) throw error;
      throw new InputError(input, `${shown(path)} could not be written: ${errorText(error)}`, {
        cause: error,
      });
    }
  }

  #placeFor(input: InputName, path: string): string {
    try {
      const real = realPath(resolve(path));
      this.#checkReach(input, path, real);
      return real;
    } catch (error) {
      if (error instanceof InputError) throw error;
      throw new InputError(input, `${shown(path)} is a link to nowhere; expected a place for a file.`, {
        cause: error,
      });
    }
  }

  #checkReach(input: InputName, path: string, real: string): void {
    if (this.#reach.includes(path, real, realPath)) return;
    const problem = `${shown(path)} is really ${shown(real)}, which is out of reach`;
    throw new InputError(
      input,
      `${problem}; expected a file in the workspace or in RUNNER_TEMP, or an absolute path without a link at its end.`,
    );
  }
}

/** Opens a regular file at a path without links; also when a folder on the way has become a link meanwhile. */
function openStrictly(input: InputName, path: string, real: string, flags: number): number {
  const handle = openSync(real, flags | STRICTLY, 0o644);
  const isRegular = fstatSync(handle).isFile();
  if (isRegular && realpathSync(real) === real) return handle;
  closeSync(handle);
  throw new InputError(input, `${shown(path)} is not ${isRegular ? "where it was" : "a regular file"}.`);
}

/** With every link resolved; what is not there yet stands behind what is. Throws for a link to nowhere. */
function realPath(path: string): string {
  if (isThere(path)) return realpathSync(path);
  const parent = dirname(path);
  return parent === path ? path : join(realPath(parent), basename(path));
}

/** A link is there, wherever it leads. */
function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * Files of the system that hold variables, memory or devices; and what git keeps, which may be credentials. Files in
 * `/dev/shm` are ordinary ones, and some runners work there.
 */
const NEVER = /^\/(?:proc|sys|dev(?!\/shm\/))(?:\/|$)|[\\/]\.git(?:[\\/]|$)/i;
/** Windows has names of devices in every folder, and takes other spellings for the same folder: `.git.`, `GIT~1`. */
const NEVER_ON_WINDOWS =
  /^[\\/]{2}[.?][\\/]|(?:^|[\\/])(?:con|prn|aux|nul|com\d|lpt\d)(?:[ .:][^\\/]*)?$|[\\/](?:\.git|git~\d+)[ .]*(?::[^\\/]*)?(?:[\\/]|$)/i;

/**
 * Which files a step may touch, by their names: what lies in one of its folders, and an absolute path that the workflow
 * gives, unless it leads through what a pull request can change. Asks no file system; `system` is the one it is about.
 */
export class Reach {
  readonly #folders: readonly string[];
  readonly #system: PlatformPath;

  /** Folders as they are given, and as they really are. */
  constructor(folders: readonly string[], system: PlatformPath = path) {
    this.#folders = folders;
    this.#system = system;
  }

  /** `real` is where the path leads, and `realFolder` answers the same for a folder. */
  includes(given: string, real: string, realFolder: (folder: string) => string): boolean {
    const system = this.#system;
    if ((system.sep === "\\" ? NEVER_ON_WINDOWS : NEVER).test(real)) return false;
    if (this.#holds(real)) return true;
    if (!system.isAbsolute(given) || this.#holds(system.resolve(given))) return false;
    const folder = realFolder(system.dirname(system.resolve(given)));
    return real === system.join(folder, system.basename(given));
  }

  #holds(place: string): boolean {
    const system = this.#system;
    return this.#folders.some((folder) => {
      const way = system.relative(folder, place);
      return way !== ".." && !way.startsWith(`..${system.sep}`) && !system.isAbsolute(way);
    });
  }
}

/** The path, its folder, that one's folder, and so on. */
export function ancestors(place: string, system: PlatformPath = path): readonly string[] {
  const parent = system.dirname(place);
  return parent === place ? [place] : [place, ...ancestors(parent, system)];
}
