/** How a pull request comes to be: it takes the next number of the repository's issues, and refs of its own in git. */
import { branchRef, type Pull } from "./pull.js";
import { invalid, memberOf } from "./route.js";
import type { GitHubWorld } from "./world.js";

export interface PullPlan {
  readonly fork: string | null;
  readonly headRef: string;
  readonly base: string;
  readonly title: string;
  readonly body: string | null;
  readonly draft: boolean;
  readonly author: string;
  /** Lets issues take the numbers before it. */
  readonly number?: number;
}

/** https://docs.github.com/en/rest/pulls/pulls#create-a-pull-request */
export async function openPull(world: GitHubWorld, plan: PullPlan): Promise<Pull> {
  const head = world.git.ref(branchRef(plan.fork, plan.headRef));
  const base = world.git.ref(branchRef(null, plan.base));
  if (head === null) throw invalid("PullRequest", "head", "head is invalid");
  if (base === null) throw invalid("PullRequest", "base", "base is invalid");
  refuseSecond(world, plan);
  if (await world.git.contains(base, head)) {
    throw invalid("PullRequest", "head", `No commits between ${plan.base} and ${plan.headRef}`);
  }
  const now = new Date().toISOString();
  const { fork, headRef, title, body, draft, author } = plan;
  const pull: Pull = {
    number: await takeNumber(world, plan),
    author,
    fork,
    headRef,
    headSha: head,
    base: plan.base,
    baseSha: base,
    title,
    body,
    draft,
    state: "open",
    merged: null,
    labels: [],
    createdAt: now,
    updatedAt: now,
    closedAt: null,
    mergeability: null,
  };
  await world.git.move(`refs/pull/${pull.number}/head`, head);
  world.pulls.set(pull.number, pull);
  world.emitPull("opened", pull, author);
  return pull;
}

function refuseSecond(world: GitHubWorld, { fork, headRef, base }: PullPlan): void {
  const same = (pull: Pull) =>
    pull.state === "open" && pull.fork === fork && pull.headRef === headRef && pull.base === base;
  if (![...world.pulls.values()].some(same)) return;
  const head = `${fork ?? world.owner}:${headRef}`;
  throw invalid("PullRequest", "base", `A pull request already exists for ${head}.`);
}

/** Issues and pull requests are numbered together. */
async function takeNumber(world: GitHubWorld, { title, number: wanted }: PullPlan): Promise<number> {
  const fillers = wanted === undefined ? 0 : wanted - world.lastNumber - 1;
  if (fillers < 0) throw new Error(`the next number is #${world.lastNumber + 1}: a smaller one is taken`);
  await Promise.all(Array.from({ length: fillers }, () => takeNextNumber(world, "An issue")));
  return takeNextNumber(world, title);
}

async function takeNextNumber(world: GitHubWorld, title: string): Promise<number> {
  const path = `/repos/${world.owner}/${world.name}/issues`;
  const { body } = await world.emulate.sendAsAdmin("POST", path, { title });
  const number = Number(memberOf(body, "number"));
  if (!Number.isInteger(number)) throw new Error(`emulate numbered no issue: ${JSON.stringify(body)}`);
  world.lastNumber = Math.max(world.lastNumber, number);
  return number;
}
