/** Whether a commit is deployed where its branch demands it: https://docs.github.com/en/rest/deployments */
import * as z from "zod/mini";
import type { CommitId } from "../../../../domain/ids.js";
import type { Repository } from "../../../../domain/repository.js";
import { ForgeError } from "../../../ports/world-error.js";
import { readAll } from "../answers.js";
import type { GitHubCalls } from "../calls/github-calls.js";

const deployment = z.object({ id: z.number() });
const deploymentStatus = z.object({ state: z.string() });

/** "unreadable": the App or token lacks `Deployments: read`. */
export async function isDeployed(
  calls: GitHubCalls,
  repository: Repository,
  { sha, environment }: { readonly sha: CommitId; readonly environment: string },
): Promise<boolean | "unreadable"> {
  try {
    // Newest first, both of them.
    const deployments = await calls.list(repository, "/deployments", { sha, environment });
    const [newest] = readAll(deployment, deployments);
    if (newest === undefined) return false;
    const listed = await calls.list(repository, "/deployments/{id}/statuses", { id: newest.id });
    const states = readAll(deploymentStatus, listed).map(({ state }) => state);
    // GitHub calls a deployment inactive when another commit takes its place there.
    return states.find((state) => state !== "inactive") === "success";
  } catch (error) {
    if (error instanceof ForgeError && !error.retryable) return "unreadable";
    throw error;
  }
}
