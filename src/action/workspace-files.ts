/**
 * Files that inputs name. Files in the workspace may come from a pull request, links included. So a file is read or
 * written only if its real path is within reach: in the workspace, in the runner's temporary folder, or exactly the
 * absolute path that the workflow gives.
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
import { shown } from "../client/message-words.js";
import { errorText } from "../domain/thrown.js";
import { InputError } from "./input-error.js";
import type { InputName } from "./inputs.js";

/** Fails on a link, and does not wait for the other end of a pipe. */
const STRICTLY = constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** The variables that name the folders within reach. */
const REACH = ["GITHUB_WORKSPACE", "RUNNER_TEMP"];

export class WorkspaceFiles {
  readonly #reach: Reach;
  readonly #temporary: string;
  /** The variables that define the reach, so that another thread can repeat it. */
  readonly reach: Readonly<Record<string, string>>;

  constructor(environment: (name: string) => string) {
    this.reach = Object.fromEntries(REACH.map((name) => [name, environment(name)]));
    this.#temporary = environment("RUNNER_TEMP") || tmpdir();
    const given = [environment("GITHUB_WORKSPACE") || process.cwd(), environment("RUNNER_TEMP")];
    const folders = given.filter((folder) => folder !== "").map((folder) => resolve(folder));
    this.#reach = new Reach([...new Set([...folders, ...folders.map(realPath)])]);
  }

  /** A path for a file that outlives the step: in the runner's temporary folder, else in the system's. */
  temporary(name: string): string {
    return join(this.#temporary, name);
  }

  /** The bytes of a regular file, until the signal aborts. Throws `InputError`. */
  read(input: InputName, path: string, signal: AbortSignal): AsyncIterable<Uint8Array> {
    try {
      const real = realpathSync(path);
      this.#checkReach(input, path, real);
      // The path may have changed since; from here on, the handle counts and not the name.
      const handle = openStrictly(input, path, real, constants.O_RDONLY);
      return createReadStream("", { fd: handle, signal });
    } catch (error) {
      if (error instanceof InputError) throw error;
      const problem = `${shown(path)} is not readable: ${errorText(error)}; expected a file in the workspace or in RUNNER_TEMP`;
      throw new InputError(input, problem, { cause: error });
    }
  }

  /** Throws `InputError` unless a file can be written there; its folder may still be missing. */
  checkWritable(input: InputName, path: string): void {
    const real = this.#placeFor(input, path);
    const existing = ancestors(real).find(isThere) ?? "/";
    const found = statSync(existing);
    if (existing === real ? !found.isFile() : !found.isDirectory()) {
      const problem =
        existing === real
          ? "is a folder or another special file; give the path of a file."
          : `cannot be a file: ${shown(existing)} is in the way.`;
      throw new InputError(input, `${shown(path)} ${problem}`);
    }
    try {
      accessSync(existing, constants.W_OK);
    } catch (error) {
      const problem = `${shown(path)} cannot be written: no access to ${shown(existing)}.`;
      throw new InputError(input, problem, { cause: error });
    }
  }

  /** Replaces the content of the file. Throws `InputError`. */
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
      const problem = `${shown(path)} cannot be resolved: ${errorText(error)}; give a path that leads through no broken link.`;
      throw new InputError(input, problem, { cause: error });
    }
  }

  #checkReach(input: InputName, path: string, real: string): void {
    if (this.#reach.includes(path, real, realPath)) return;
    const problem = `${shown(path)} leads to ${shown(real)}, which is out of reach`;
    throw new InputError(
      input,
      `${problem}; expected a file in the workspace or in RUNNER_TEMP, or an absolute path without a link at its end.`,
    );
  }
}

/** Opens a regular file at a path without links. Throws when a folder on the way has become a link meanwhile. */
function openStrictly(input: InputName, path: string, real: string, flags: number): number {
  const handle = openSync(real, flags | STRICTLY, 0o644);
  const isRegular = fstatSync(handle).isFile();
  if (isRegular && realpathSync(real) === real) return handle;
  closeSync(handle);
  throw new InputError(input, `${shown(path)} is not ${isRegular ? "where it was" : "a regular file"}.`);
}

/** Resolves every link; missing parts of the path are added unchanged. Throws for a broken link. */
function realPath(path: string): string {
  if (isThere(path)) return realpathSync(path);
  const parent = dirname(path);
  return parent === path ? path : join(realPath(parent), basename(path));
}

/** A link exists even if it is broken. */
function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * System files with variables, memory or devices; and git's own files, which may contain credentials. Files in
 * `/dev/shm` are ordinary files, and some runners work there.
 */
const NEVER = /^\/(?:proc|sys|dev(?!\/shm\/))(?:\/|$)|[\\/]\.git(?:[\\/]|$)/i;
/** Windows has device names in every folder, and accepts other spellings of the same folder: `.git.`, `GIT~1`. */
const NEVER_ON_WINDOWS =
  /^[\\/]{2}[.?][\\/]|(?:^|[\\/])(?:con|prn|aux|nul|com\d|lpt\d)(?:[ .:][^\\/]*)?$|[\\/](?:\.git|git~\d+)[ .]*(?::[^\\/]*)?(?:[\\/]|$)/i;

/**
 * Decides by name which files a step may access: files in one of its folders, and an absolute path that the workflow
 * gives, unless that leads through something that a pull request can change. Uses no file system; `system` selects the
 * path rules.
 */
export class Reach {
  readonly #folders: readonly string[];
  readonly #system: PlatformPath;

  /** The folders as given, and with links resolved. */
  constructor(folders: readonly string[], system: PlatformPath = path) {
    this.#folders = folders;
    this.#system = system;
  }

  /** `real`: the path with links resolved; `realFolder` resolves a folder. */
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

/** The path and all folders around it, innermost first. */
export function ancestors(place: string, system: PlatformPath = path): readonly string[] {
  const parent = system.dirname(place);
  return parent === place ? [place] : [place, ...ancestors(parent, system)];
}
