/** Commands on GitHub with two replicas, of which one cannot work for the repository or loses its session. */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { GitHubIntake } from "../../../../../src/service/github/intake/github-intake.js";
import { ForgeError } from "../../../../../src/service/ports/world-error.js";
import { comment } from "../../../../support/intake/github-events.js";
import { IntakeWorld, ON_MAIN } from "../../../../support/intake/intake-world.js";
import { SmallHub } from "../../../../support/intake/small-hub.js";
import { ServedHere } from "../../../../support/served-here.js";

const COMMENT = 501;

/** The only replica that gets webhooks. */
let world: IntakeWorld;
let other: GitHubIntake | undefined;
afterEach(async () => {
  await other?.stop();
  other = undefined;
  await world.close();
});

function startOther(): void {
  other = world.intake();
  other.start();
}

describe("a replica that cannot work for the repository", () => {
  let served: ServedHere;
  let hub: SmallHub;
  beforeEach(() => {
    hub = new SmallHub();
    hub.before = async () => Promise.reject(new ForgeError("GitHub answered with 401", false));
  });

  it("claims none of its commands when its settings lack it, and notifies the others", async () => {
    served = new ServedHere();
    world = await IntakeWorld.create({}, { served, calls: hub });
    startOther();
    await world.send(comment(1, COMMENT, "/merge"));
    await world.expectPicture("main <- #1 running");
    await world.settle();
    expect([hub.asked, served.left, world.hub.reactions]).toEqual([[], [], [`${COMMENT} +1`]]);
  });

  it("leaves a command after it was refused, and does not give it up", async () => {
    served = new ServedHere(ON_MAIN.repository);
    world = await IntakeWorld.create({}, { served, calls: hub });
    await world.send(comment(1, COMMENT, "/merge"));
    await world.waitUntil(() => served.left.length > 0);
    startOther();
    await world.expectPicture("main <- #1 running");
    await world.settle();
    expect([hub.asked.length, hub.reactions, world.hub.reactions]).toEqual([1, [], [`${COMMENT} +1`]]);
    expect(served.left).toEqual(["GitHub answered with 401"]);
  });
});
