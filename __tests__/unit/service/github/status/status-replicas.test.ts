/** The status on GitHub with two replicas, of which one cannot work for the repository or loses its session. */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { ForgeError } from "../../../../../src/service/ports/world-error.js";
import { headOf } from "../../../../support/fake-commits.js";
import { submitted } from "../../../../support/queue-builder.js";
import { SeenGitHub } from "../../../../support/seen-github.js";
import { ServedHere } from "../../../../support/served-here.js";
import { SHOP, StatusWorld } from "../../../../support/status-world.js";

let world: StatusWorld;
beforeEach(async () => {
  world = await StatusWorld.open({ concurrency: 1, createPrsForTestingBranches: false });
  world.github.addPull({ number: 1, headSha: headOf(1) });
});
afterEach(() => world.close());

/** GitHub as a process with revoked credentials sees it. */
class ClosedGitHub extends SeenGitHub {
  override async send(): Promise<never> {
    this.asked.push("write");
    return Promise.reject(new ForgeError("GitHub answered with 401", false));
  }
}

describe("a replica that cannot work for the repository", () => {
  it("writes no status of it when its settings lack it", async () => {
    const [calls, served] = [new ClosedGitHub(), new ServedHere()];
    world.begin("incapable", { calls, served });
    world.begin("whole");
    await world.happens(submitted(1));
    await world.seen();
    expect(world.headlines(1)).toEqual(["### Merge Queue: Testing"]);
    expect(calls.asked).not.toContain("write");
  });

  it("leaves a status after one refusal: nothing counts as refused, and another replica writes it", async () => {
    const [calls, served] = [new ClosedGitHub(), new ServedHere(SHOP.repository)];
    world.begin("incapable", { calls, served });
    await world.happens(submitted(1));
    await world.seen();
    expect([calls.asked.filter((call) => call === "write"), served.left]).toEqual([
      ["write"],
      ["GitHub answered with 401"],
    ]);
    world.begin("whole");
    await world.seen(70_000);
    expect(world.headlines(1)).toEqual(["### Merge Queue: Testing"]);
    expect(world.github.checks.map(({ title }) => title)).toEqual(["Testing"]);
  });
});
