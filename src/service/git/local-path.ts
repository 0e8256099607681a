/** The absolute path of a repository on this machine; null for a URL or `host:path`. */
import { isAbsolute } from "node:path";
import { repositoryAddress } from "./rules-refusal.js";

export function localPath(pathOrUrl: string): string | null {
  const address = repositoryAddress(pathOrUrl);
  return isAbsolute(address) ? address : null;
}
