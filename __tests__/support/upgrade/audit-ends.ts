/** Whether each pull request came to its end once: by its own steps, and by what receivers of webhooks were told. */
import { setTimeout as pause } from "node:timers/promises";
import type { SubmittedPullRequest } from "../../../src/client/wait.js";
import { FINAL_STATES } from "../../../src/contract/states.js";
import type { SoakPullRequest } from "../soak/soak-origin.js";
import type { Complaints } from "../soak/soak-plan.js";
import type { ToldWebhooks } from "../soak/told-webhooks.js";

const FINAL_STEPS: readonly string[] = [...FINAL_STATES, "FAILURE"];
const TOLD_ENDS: ReadonlyMap<string, string> = new Map([
  ["pull_request.merged", "MERGED"],
  ["pull_request.failed", "FAILED"],
]);

/** Claims of who was killed run out, and what failed once comes again. */
const TOLD_MS = 60_000;
const LOOK_EVERY_MS = 100;

export type Seen = Pick<SubmittedPullRequest, "state" | "timeline">;

interface Ended {
  /** What people saw last, by number. */
  readonly ended: ReadonlyMap<number, Seen>;
}

interface Looking extends Ended {
  readonly disturbed: ReadonlySet<number>;
  readonly look: (pullRequest: SoakPullRequest) => Promise<Seen>;
}

type Told = Pick<ToldWebhooks, "bodies" | "differing">;

/** As the present version tells of them now, of those too that ended before the upgrade. */
export async function auditSteps(
  client: Looking,
  pullRequests: Iterable<SoakPullRequest>,
  complaints: Complaints,
): Promise<void> {
  for (const pullRequest of pullRequests) {
    const { number } = pullRequest;
    const { state, timeline = [] } = await client.look(pullRequest);
    const seen = client.ended.get(number)?.state;
    complaints.expect(state === seen, `#${number} was ${seen ?? "never at an end"}, and is ${state}`);
    const finals = timeline.filter((step) => FINAL_STEPS.includes(step.state ?? ""));
    const steps = timeline.map((step) => step.state ?? "").join(" < ");
    const isOnce = finals.length === 1 && finals[0] === timeline[0];
    complaints.expect(isOnce || client.disturbed.has(number), `#${number} has these steps: ${steps}`);
  }
}

/** Ends are told in messages of one id each, which may come many times. */
export function auditTold(client: Ended, told: Told, complaints: Complaints): void {
  for (const id of told.differing) complaints.add(`webhook ${id} came twice, and differed`);
  for (const sentence of problemsOfTelling(client, told)) complaints.add(sentence);
}

/** Everything is told, or enough time has passed. */
export async function onceTold(client: Ended, told: Told): Promise<void> {
  const deadline = performance.now() + TOLD_MS;
  while (problemsOfTelling(client, told).length > 0 && performance.now() < deadline) {
    await pause(LOOK_EVERY_MS);
  }
}

function problemsOfTelling({ ended }: Ended, { bodies }: Told): readonly string[] {
  // The version before knew no webhooks.
  if (bodies.size === 0) return [];
  const ends = [...bodies.values()].flatMap(toldEnd);
  return [...ended].flatMap(([number, { state }]) => {
    if (state !== "MERGED" && state !== "FAILED") return [];
    const times = ends.filter((end) => end.number === number && end.state === state).length;
    return times === 1 ? [] : [`#${number} is ${state}, and webhooks told of it ${times} times`];
  });
}

function toldEnd(body: string): readonly { readonly number: number; readonly state: string }[] {
  const payload: unknown = JSON.parse(body);
  if (typeof payload !== "object" || payload === null) return [];
  if (!("type" in payload) || !("pr_number" in payload)) return [];
  const state = TOLD_ENDS.get(String(payload.type));
  return state === undefined ? [] : [{ number: Number(payload.pr_number), state }];
}
