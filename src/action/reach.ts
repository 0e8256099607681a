/**
 * Which files a step may touch, by their names: what lies in one of its folders, and an absolute path that the workflow
 * gives, unless it leads through what a pull request can change. Asks no file system; `system` is the one it is about.
 */
import path, { type PlatformPath } from "node:path";

/**
 * Files of the system that hold variables, memory or devices; and what git keeps, which may be credentials. Files in
 * `/dev/shm` are ordinary ones, and some runners work there.
 */
const NEVER = /^\/(?:proc|sys|dev(?!\/shm\/))(?:\/|$)|[\\/]\.git(?:[\\/]|$)/i;
/** Windows has names of devices in every folder, and takes other spellings for the same folder: `.git.`, `GIT~1`. */
const NEVER_ON_WINDOWS =
  /^[\\/]{2}[.?][\\/]|(?:^|[\\/])(?:con|prn|aux|nul|com\d|lpt\d)(?:[ .:][^\\/]*)?$|[\\/](?:\.git|git~\d+)[ .]*(?::[^\\/]*)?(?:[\\/]|$)/i;

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
