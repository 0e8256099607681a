/** What people see in the end where something was turned off, refused, lost or pushed meanwhile: nothing false stays. */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { pullRequestNumber } from "../../../../../../src/domain/ids.js";
import type { FaceMark } from "../../../../../../src/service/ports/face-store.js";
import { FaceWorld, RELEASE } from "../../../../../support/face-world.js";
import { headOf } from "../../../../../support/fake-commits.js";
import {
  cancelled,
  changed,
  landed,
  observed,
  passed,
  submitted,
} from "../../../../../support/queue-builder.js";

function pullRequestMark(number: number): FaceMark {
  return {
    subject: { kind: "pullRequest", number: pullRequestNumber(number) },
    waitMs: 0,
    onlyIfKnown: false,
  };
}

let world: FaceWorld;
beforeEach(async () => {
  world = await FaceWorld.open({ concurrency: 1 });
  world.github.addPull({ number: 1, headSha: headOf(1) });
});
afterEach(() => world.close());

describe("what landed as another commit than its head", () => {
  beforeEach(() => world.happens(changed({ mergeMethod: "squash" })));

  it("stays open when somebody has pushed to it since", async () => {
    await world.happens(submitted(1), passed("1"), landed());
    world.github.addPull({ number: 1, headSha: headOf(1, 1) });
    world.begin();
    await world.seen(120_000);
    expect(world.github.pulls.get(1)?.state).toBe("open");
    expect(world.github.asked.filter((call) => call === "PATCH /pulls/{number}")).toEqual([]);
    expect(world.headlines(1)).toEqual(["### Merge Queue: Merged"]);
  });
});

describe("a pull request that was put into another queue of its repository", () => {
  const releasing = submitted(1, { facts: { baseBranch: "release" } });
  beforeEach(async () => {
    await world.addRelease({ concurrency: 1 });
    world.begin();
    await world.happens(submitted(1));
    await world.seen();
    await world.happensIn(RELEASE, releasing);
    await world.seen();
  });

  it("is told of by the queue that has it, whenever the other one notices", async () => {
    await world.happens(observed(1, { baseBranch: "release" }));
    await world.seen(60_000);
    expect(world.headlines(1)).toEqual(["### Merge Queue: Testing"]);
    expect(world.github.comments[0]?.body).toContain("| Queue | <code>release</code> |");
    expect(world.github.checks.at(-1)?.status).toBe("in_progress");
  });

  it("is told of by the queue that had it last", async () => {
    await world.happensIn(RELEASE, cancelled(1));
    await world.seen();
    await world.happens(cancelled(1));
    await world.seen();
    expect(world.github.comments[0]?.body).toContain("| Queue | <code>main</code> |");
    // As when the earlier one is looked at once more.
    await world.faces.mark(RELEASE, (await world.queue(RELEASE)).id, [pullRequestMark(1)], world.clock.now());
    await world.seen();
    expect(world.headlines(1)).toEqual(["### Merge Queue: Cancelled"]);
    expect(world.github.comments[0]?.body).toContain("| Queue | <code>main</code> |");
  });
});
