/** The status on GitHub with two replicas, of which one cannot work for the repository or loses its session. */
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { GitHubCalls } from "../../../../../src/service/github/api/github-calls.js";
import { ForgeError, StoreError } from "../../../../../src/service/ports/world-error.js";
import { headOf } from "../../../../support/fake-commits.js";
import { changed, landed, passed, pushed, submitted } from "../../../../support/queue-builder.js";
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

it("does not ask whether the repository refuses it when the store fails", async () => {
  const served = new ServedHere(SHOP.repository);
  const { statuses } = world;
  const save = statuses.save.bind(statuses);
  let failures = 0;
  Object.assign(statuses, {
    save: async (...saved: Parameters<typeof save>) => {
      failures += 1;
      return failures > 1 ? save(...saved) : Promise.reject(new StoreError("the store is busy", true));
    },
  });
  world.begin("whole", { served });
  await world.happens(submitted(1));
  await world.seen(70_000);
  expect([failures > 1, served.left]).toEqual([true, []]);
  expect(world.headlines(1)).toEqual(["### Merge Queue: Testing"]);
});

it("writes the other parts where a row of the store is damaged, and pauses longer each time", async () => {
  const served = new ServedHere(SHOP.repository);
  const asked: string[] = [];
  served.leaveIfRefused = async (_name, { message }) => {
    asked.push(message);
    return Promise.resolve(false);
  };
  await world.happens(changed({ stateLabelsEnabled: true }));
  const damaged = new StoreError("queue 3 has a damaged row", false);
  Object.assign(world.queues, { list: async () => Promise.reject(damaged) });
  world.github.next("POST /check-runs", { kind: "isLost" });
  world.begin("whole", { served });
  await world.happens(submitted(1, { facts: { mergeability: "not_mergeable" } }));
  await world.seen();
  await world.happens(pushed(1));
  await world.seen(600_000);
  expect([...(world.github.labels.get(1) ?? [])]).toEqual(["merge-queue-testing"]);
  expect(world.github.asked.filter((call) => call === "PATCH /issues/comments/{id}").length).toBeLessThan(10);
  expect(asked).not.toContain(damaged.message);
});

/** A process's way to GitHub, which stops after its next edit of a comment. */
class HeldAfterEdit {
  /** Its writes. */
  readonly sent: string[] = [];
  readonly #edited = Promise.withResolvers<undefined>();
  isEdited = false;

  calls(github: SeenGitHub): GitHubCalls {
    return {
      read: async (...asked) => github.read(...asked),
      list: async (...asked) => github.list(...asked),
      send: async (repository, method, route, ...asked) => {
        if (method === "GET") throw new Error("the status reads by other calls");
        this.sent.push(`${method} ${route}`);
        const answer = await github.send(repository, method, route, ...asked);
        if (route === "/issues/comments/{id}") {
          this.isEdited = true;
          await this.#edited.promise;
        }
        return answer;
      },
      close: async () => github.close(),
    };
  }

  goOn(): void {
    this.#edited.resolve(undefined);
  }
}

it.each(["lost", "lost and opened again"])(
  "a replica whose session was %s between two writes makes none of the later ones",
  async (how) => {
    const way = new HeldAfterEdit();
    world.begin("first", { calls: way.calls(world.github) });
    await world.happens(submitted(1));
    await world.seen();
    way.sent.length = 0;
    await world.happens(passed("1"), landed());
    await world.seen(5000);
    expect(way.isEdited).toBe(true);
    world.begin("second");
    world.endSession("first");
    await world.seen();
    expect([world.github.pulls.get(1)?.state, world.headlines(1)]).toEqual([
      "closed",
      ["### Merge Queue: Merged"],
    ]);
    if (how !== "lost") world.thaw("first");
    way.goOn();
    await world.seen();
    expect(way.sent).toEqual(["PATCH /issues/comments/{id}"]);
  },
);
