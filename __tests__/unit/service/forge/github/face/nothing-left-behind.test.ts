/** What people see in the end where something was turned off, refused, lost or pushed meanwhile: nothing false stays. */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { FaceWorld } from "../../../../../support/face-world.js";
import { headOf } from "../../../../../support/fake-commits.js";
import { changed, landed, passed, submitted } from "../../../../../support/queue-builder.js";

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
