/**
 * Which files a pull request changes, asked of the forge's own API where git cannot fetch. The API shortens long lists
 * without a word, so a list counts only when it is as long as the pull request says.
 */
import { readApiUrl } from "../client/api-url.js";
import { readBody } from "../client/read-body.js";
import { httpTransport } from "../client/transport.js";
import type { Repository } from "../domain/repository.js";
import type { ChangedFile } from "../targets/source.js";
import { at, listAt, textAt } from "./json-path.js";

const PAGE = 100;
/** The API names no more of one pull request. */
const MOST_FILES = 3000;
const MOST_BYTES = 32 * 1024 * 1024;

export interface ForgeApi {
  /** Such as `https://api.github.com`. */
  readonly url: string;
  readonly token: string | null;
  readonly repository: Repository;
  readonly signal: AbortSignal;
}

/** Null when the forge does not tell all of them, or not of this head. */
export async function listChangedFiles(
  api: ForgeApi,
  number: number,
  headSha: string,
): Promise<readonly ChangedFile[] | null> {
  try {
    const pull = await get(api, `pulls/${number}`);
    const expected = at(pull, "changed_files");
    if (textAt(pull, "head", "sha") !== headSha || typeof expected !== "number" || expected > MOST_FILES)
      return null;
    const listed: unknown[] = [];
    for (let page = 1; listed.length < expected; page++) {
      const files = await get(api, `pulls/${number}/files?per_page=${PAGE}&page=${page}`);
      const more = listAt({ files }, "files");
      if (more.length === 0) return null;
      listed.push(...more);
    }
    const again = await get(api, `pulls/${number}`);
    const isStill = textAt(again, "head", "sha") === headSha && at(again, "changed_files") === expected;
    return isStill && listed.length === expected ? changesIn(listed) : null;
  } catch (error) {
    if (error instanceof TypeError) throw error;
    return null;
  }
}

async function get({ url, token, repository, signal }: ForgeApi, path: string): Promise<unknown> {
  const address = readApiUrl(url);
  if (!address.ok) throw new Error(address.problem);
  const { owner, name } = repository;
  const request = {
    method: "GET",
    url: `${address.url}/repos/${owner}/${name}/${path}`,
    headers: {
      accept: "application/vnd.github+json",
      "user-agent": "merge-queue-action",
      ...(token !== null && { authorization: `Bearer ${token}` }),
    },
    body: null,
  } as const;
  const reply = await httpTransport.send(request, signal);
  const body = await readBody(reply, MOST_BYTES);
  if (reply.status !== 200 || body.kind !== "whole") throw new Error(`the forge answered ${reply.status}`);
  const value: unknown = JSON.parse(Buffer.from(body.bytes).toString());
  return value;
}

/** Null for an entry that cannot be understood. */
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
