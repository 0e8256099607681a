/** Which crates a patch of a workspace's root concerns: crates that may use the replaced one. */
import { type CargoLock, reachIn } from "./cargo-lock.js";
import type { CargoManifest, CrateDependency } from "./cargo-manifest.js";

/** Whether a crate may use the patched one. */
export type UsesPatched = (crate: CargoManifest, patch: CrateDependency) => boolean;

/**
 * A crate uses the patched one by name, or through a crate from a registry. Which of those do is only in `Cargo.lock`;
 * without it, or where it does not know a dependency yet, each of them may.
 */
export function patchUse(rootManifest: CargoManifest, lock: CargoLock | null): UsesPatched {
  const inherited = rootManifest.workspace?.dependencies;
  const written = ({ inherits, ...own }: CrateDependency) =>
    (inherits === null ? undefined : inherited?.get(inherits)) ?? { inherits, ...own };
  const reach = lock === null ? null : reachIn(lock);
  return ({ name, dependencies }, patch) => {
    const patched = replacedName(patch);
    if (patched === null) return true;
    const all = dependencies.map(written);
    if (all.some(({ crate }) => crate === patched)) return true;
    const fromElsewhere = all.filter(({ path }) => path === null);
    if (fromElsewhere.length === 0) return false;
    const reached = name === null ? null : (reach?.(name) ?? null);
    const isKnown = reached !== null && fromElsewhere.every(({ crate }) => reached.has(crate));
    return isKnown ? reached.has(patched) : true;
  };
}

/** `[replace]` names `crate:version`, or an address, which is not taken apart. */
function replacedName({ key, crate }: CrateDependency): string | null {
  if (key.includes("/")) return null;
  return crate === key ? (key.split(/[:@]/, 1)[0] ?? null) : crate;
}
