/** Where a repository is, in a form that does not depend on the folder git is started in. */
import { resolve } from "node:path";

/** URLs and `host:path` stay as they are; anything else is a path. */
export function repositoryAddress(pathOrUrl: string): string {
  const isRemote = /^[a-z][a-z0-9+.-]*:\/\//i.test(pathOrUrl) || /^[^./][^/]*:/.test(pathOrUrl);
  return isRemote ? pathOrUrl : resolve(pathOrUrl);
}
