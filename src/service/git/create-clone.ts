/** Creates a clone in a temporary folder and renames it when complete, so a crash leaves no partial clone. */
import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { FETCH, type GitOnClone } from "./create-git-runner.js";
import { isThere } from "./is-there.js";
import { parseRefListing } from "./list-branches.js";

/** Protects a commit of a target branch. Fetches report it to the server as present, which keeps them small. */
export const BASE_REF = "refs/mq/base";

const UNFINISHED = ".unfinished-";
/** The first fetch may take long. */
const DEADLINE_MS = 3_600_000;

export async function createClone(folder: string, git: GitOnClone): Promise<void> {
  // Only branches: a request for HEAD too would list every ref, such as two of each pull request on GitHub.
  const { stdout } = await git("repository", ["ls-remote", "--heads", "origin"]);
  const [base] = parseRefListing(stdout).values();
  await removeUnfinished(folder);
  const fresh = `${folder}${UNFINISHED}${randomUUID()}`;
  await mkdir(dirname(fresh), { recursive: true });
  const environment = { GIT_DIR: fresh };
  const format = base?.length === 64 ? "sha256" : "sha1";
  await git("clone", ["init", "--quiet", "--bare", "--template=", `--object-format=${format}`], {
    environment,
  });
  if (base !== undefined) {
    const fetchInto = async (from: string, answers: readonly number[]) => {
      const call = { input: `+${from}:${BASE_REF}`, environment, answers, deadlineMs: DEADLINE_MS };
      return (await git("repository", FETCH, call)).exitCode === 0;
    };
    // The default branch may not exist, or its fetch may fail for a reason that the second one reports.
    if (!(await fetchInto("HEAD", [0, 1, 128]))) await fetchInto(base, [0]);
  }
  await rename(fresh, folder).catch(async (error: unknown) => {
    await rm(fresh, { recursive: true, force: true });
    if (!(await isThere(folder))) throw error; // else another call created it meanwhile
  });
}

async function removeUnfinished(folder: string): Promise<void> {
  const neighbours = await readdir(dirname(folder)).catch(() => []);
  const start = `${basename(folder)}${UNFINISHED}`;
  for (const name of neighbours.filter((neighbour) => neighbour.startsWith(start))) {
    await rm(join(dirname(folder), name), { recursive: true, force: true });
  }
}
