/** Files that inputs name: checked before the first request, so that nothing is done whose result has no place. */
import { accessSync, constants, existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { InputError, shown } from "./input-error.js";

/** Throws `InputError` unless a file can be written there; its folder may still be missing. */
export function checkWritable(input: string, path: string): void {
  const parts = ancestors(resolve(path));
  const existing = parts.find((part) => existsSync(part)) ?? "/";
  const isFolder = statSync(existing).isDirectory();
  if (existing === resolve(path) ? isFolder : !isFolder) {
    throw new InputError(input, `${shown(path)} cannot be a file: ${shown(existing)} is in the way.`);
  }
  try {
    accessSync(existing, constants.W_OK);
  } catch (error) {
    throw new InputError(input, `${shown(path)} cannot be written: no access to ${shown(existing)}.`, {
      cause: error,
    });
  }
}

export function writeToFile(input: string, path: string, text: string): void {
  try {
    mkdirSync(dirname(resolve(path)), { recursive: true });
    writeFileSync(path, text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new InputError(input, `${shown(path)} could not be written: ${reason}`, { cause: error });
  }
}

/** The path, its folder, that one's folder, and so on. */
function ancestors(path: string): readonly string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [path, ...ancestors(parent)];
}
