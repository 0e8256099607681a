/** Commands on GitHub with two replicas, of which one cannot work for the repository or loses its session. */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { GitHubIntake } from "../../../../../src/service/github/intake/github-intake.js";
import { ForgeError } from "../../../../../src/service/ports/world-error.js";
import { comment } from "../../../../support/intake/github-events.js";
import { IntakeWorld, ON_MAIN } from "../../../../support/intake/intake-world.js";
import { SmallHub } from "../../../../support/intake/small-hub.js";
import { ServedHere } from "../../../../support/served-here.js";

const COMMENT = 501;
const REACTION = "POST /issues/comments/{comment_id}/reactions";
/** Of the replica that `IntakeWorld` starts. */
const FIRST_SESSION = "ears 1";

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

it.each(["lost", "lost and opened again"])(
  "a replica whose session was %s after a change of the queue does not answer: the other one has the command",
  async (how) => {
    const resumed = Promise.withResolvers<undefined>();
    let isActed = false;
    world = await IntakeWorld.create({}, (acts) => ({
      acts: {
        ...acts,
        submit: async (...asked) => {
          const answer = await acts.submit(...asked);
          isActed = true;
          await resumed.promise;
          return answer;
        },
      },
    }));
    await world.send(comment(1, COMMENT, "/merge"));
    await world.waitUntil(() => isActed);
    startOther();
    world.sessions.end(FIRST_SESSION);
    await world.waitUntil(() => world.hub.reactions.length > 0);
    if (how !== "lost") world.sessions.resume(FIRST_SESSION);
    resumed.resolve(undefined);
    await world.settle();
    // A second reaction would change nothing on GitHub, so the requests count.
    expect(world.hub.asked.filter((asked) => asked.startsWith("POST"))).toEqual([REACTION]);
    expect(await world.drawn()).toBe("main <- #1 running");
  },
);
