/**
 * Asks the forge's API for the files that a pull request changes, when git cannot fetch. The API shortens long lists
 * silently, so a list counts only when it is as long as the pull request reports.
 */
import type { ChangedFile } from "../targets/source.js";
import { type ForgeApi, openGitHubApi } from "./github-api.js";
import { at, listAt, textAt } from "./outputs.js";

const PAGE = 100;
/** The API lists no more files of one pull request. */
const MOST_FILES = 3000;

/** Null when the forge's list is incomplete or belongs to another head. */
export async function listChangedFiles(
  api: ForgeApi,
  number: number,
  headSha: string,
): Promise<readonly ChangedFile[] | null> {
  try {
    const gitHub = await openGitHubApi(api);
    const pull = await gitHub.pullRequest(number);
    const expected = at(pull, "changed_files");
    if (textAt(pull, "head", "sha") !== headSha || typeof expected !== "number" || expected > MOST_FILES)
      return null;
    const listed: unknown[] = [];
    for (let page = 1; listed.length < expected; page++) {
      const more = listAt({ files: await gitHub.changedFiles(number, page, PAGE) }, "files");
      if (more.length === 0) return null;
      listed.push(...more);
    }
    const again = await gitHub.pullRequest(number);
    const isStill = textAt(again, "head", "sha") === headSha && at(again, "changed_files") === expected;
    return isStill && listed.length === expected ? changesIn(listed) : null;
  } catch (error) {
    if (error instanceof TypeError) throw error;
    return null;
  }
}

/** Null for an entry of an unknown form. */
function changesIn(listed: readonly unknown[]): readonly ChangedFile[] | null {
  const changed = new Map<string, ChangedFile>();
  for (const entry of listed) {
    const path = textAt(entry, "filename");
    const status = textAt(entry, "status");
    const before = textAt(entry, "previous_filename");
    if (path === undefined) return null;
    const add = (at: string, how: ChangedFile["status"]) =>
      changed.set(at, { path: at, status: changed.has(at) ? "modified" : how, isSubmodule: false });
    if (status === "added" || status === "copied") add(path, "added");
    else if (status === "removed") add(path, "deleted");
    else if (status === "modified" || status === "changed") add(path, "modified");
    else if (status === "renamed" && before !== undefined) {
      add(before, "deleted");
      add(path, "added");
    } else return null;
  }
  return [...changed.values()];
}
