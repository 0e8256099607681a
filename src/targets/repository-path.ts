/** A path that a person wrote, as git writes it: with `/` on every system, and without `./` in front. */
import path, { type PlatformPath, posix } from "node:path";

/** `system` is the one that the path was written for. A drive in front is kept. */
export function repositoryPath(written: string, system: PlatformPath = path): string {
  return posix.normalize(written.split(system.sep).join(posix.sep));
}
