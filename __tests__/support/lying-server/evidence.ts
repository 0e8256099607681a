/** What a finished step has told, and what the server knows of it; with the windows of time that claims are about. */

import { ENDPOINTS } from "./claims.js";
import type { Habits } from "./habits.js";
import { isRead } from "./lies.js";
import type { ReceivedRequest } from "./requests.js";
import type { StepPlan } from "./step-plan.js";
import type { Told } from "./told.js";
import type { Truth, World } from "./truth.js";

export interface Lived {
  readonly plan: StepPlan;
  readonly habits: Habits;
  readonly world: World;
  readonly requests: readonly ReceivedRequest[];
  readonly told: Told;
}

/** What a read asks for that only adds details to the report: no other output is taken from its answer. */
const REPORT_FIELDS = ["includeWhy", "includeTimeline"] as const;

export class Evidence {
  readonly plan: StepPlan;
  readonly habits: Habits;
  readonly world: World;
  /** Without the reads that only add details to the report. */
  readonly requests: readonly ReceivedRequest[];
  readonly told: Told;
  /** To the endpoints that the operation is about. */
  readonly own: readonly ReceivedRequest[];
  readonly problems: string[] = [];

  constructor({ plan, habits, world, requests, told }: Lived) {
    this.plan = plan;
    this.habits = habits;
    this.world = world;
    this.requests = requests.filter(({ body }) => !REPORT_FIELDS.some((field) => body[field] === true));
    this.told = told;
    const endpoints = ENDPOINTS[plan.operation] ?? [];
    this.own = this.requests.filter(({ endpoint }) => endpoints.includes(endpoint));
  }

  output(name: string): string {
    return this.told.outputs[name] ?? "";
  }

  to(endpoint: string): readonly ReceivedRequest[] {
    return this.requests.filter((request) => request.endpoint === endpoint);
  }

  /** The moment when the step's first write arrived, or of the last answer to a read of this endpoint. */
  since(...endpoints: readonly string[]): number {
    const requests = this.requests.filter(({ endpoint }) => endpoints.includes(endpoint));
    const write = requests.find(({ endpoint }) => !isRead(endpoint));
    if (write !== undefined) return write.at;
    return requests.findLast(({ isTrue }) => isTrue)?.shows ?? this.world.present;
  }

  /** The last answer that showed the pull request, apart from looks after the job was cancelled. */
  lastShown(): ReceivedRequest | undefined {
    return this.to("getSubmittedPullRequest").findLast(
      ({ isTrue, status, isParting }) => isTrue && status === 200 && !isParting,
    );
  }

  /** Whether it was true at a moment from this one to the end. */
  was(isTrue: (truth: Truth) => boolean, since: number): boolean {
    return this.world.moments.slice(since).some(({ truth }) => isTrue(truth));
  }

  claim(what: string, isTrue: boolean): void {
    if (!isTrue) this.problems.push(what);
  }
}
