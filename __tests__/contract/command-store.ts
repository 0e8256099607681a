/** What every store of wishes promises. `create` gives an empty one. */
import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { pullRequestNumber } from "../../src/domain/ids.js";
import { repositoryKey } from "../../src/domain/repository.js";
import type {
  ClaimedCommand,
  Command,
  CommandOutcome,
  CommandStore,
  CommentCommand,
  Trigger,
} from "../../src/service/ports/command-store.js";
import { claimantAmong } from "../support/sessions.js";

const PROCESSES = ["me", "a", "b", "third"];

interface OpenedCommands {
  readonly commands: CommandStore;
  close(): Promise<void>;
}

const NOW = 1_767_225_600_000;
const repository = { host: "github.com", owner: "Octo", name: "mono" };

export function aCommand(number: number, pullRequest = 7, more: Partial<Command> = {}): Command {
  return {
    delivery: `delivery-${number}`,
    source: `github.com/octo/mono comment ${number}`,
    repository,
    pullRequest: pullRequestNumber(pullRequest),
    by: { login: "mona", isBot: false },
    trigger: {
      kind: "comment",
      comment: number,
      command: { kind: "unclear", problem: "`\0\ud800`\n<b>@all</b>" },
    },
    givenAt: NOW + number * 1000,
    headSha: null,
    ...more,
  };
}

export function commandStoreContract(create: () => Promise<OpenedCommands>): void {
  let opened: OpenedCommands;
  let commands: CommandStore;
  beforeEach(async () => {
    opened = await create();
    holding = new Map();
    ({ commands } = opened);
  });
  afterEach(() => opened.close());

  const add = (command: Command, mostOpen = 100) => commands.add(command, NOW, mostOpen);
  /** What each process holds. */
  let holding: Map<string, readonly ClaimedCommand[]>;
  /** Each of these processes sees the others alive, but for those that `ended`. */
  const claim = async (
    name = "me",
    now = NOW,
    limit = 9,
    ended: readonly string[] = [],
    repositories: readonly string[] | null = null,
  ) => {
    const held = holding.get(name) ?? [];
    const claims = await commands.claim({
      claimant: claimantAmong(PROCESSES, name, ended),
      now,
      limit,
      held,
      repositories,
    });
    holding.set(name, [...held, ...claims]);
    return claims;
  };
  const claimed = async (...how: Parameters<typeof claim>) =>
    (await claim(...how)).map(({ command }) => command.delivery);
  const settle = async (delivery: string, outcome: CommandOutcome) => {
    for (const [name, held] of holding) {
      for (const one of held) if (one.command.delivery === delivery) await commands.settle(one, outcome);
      holding.set(
        name,
        held.filter(({ command }) => command.delivery !== delivery),
      );
    }
  };
  const done = async (delivery: string, kind: "done" | "void" = "done") => settle(delivery, { kind });

  it("gives a wish as it was heard", async () => {
    const command = aCommand(1);
    expect(await add(command)).toBe("added");
    expect(await claim()).toEqual([
      {
        ...{
          command,
          receivedAt: NOW,
          attempts: 0,
          isSuperseded: false,
          isPushedTo: false,
          waitingSubmission: null,
        },
        claim: { session: 1, number: 1 },
      },
    ]);
  });

  it("knows a delivery that came before, and what it was said by, also when it is over", async () => {
    await add(aCommand(1));
    expect(await add(aCommand(1))).toBe("known");
    expect(await add(aCommand(1, 7, { delivery: "another" }))).toBe("known");
    expect(await add(aCommand(1, 7, { source: "another" }))).toBe("known");
    await claim();
    await done("delivery-1");
    expect(await add(aCommand(1))).toBe("known");
    expect(await claimed()).toEqual([]);
  });

  it("adds one of many that come at once and say the same", async () => {
    const told = await Promise.all([1, 2, 3, 4, 5].map(() => add(aCommand(1))));
    expect(told.toSorted()).toEqual(["added", "known", "known", "known", "known"]);
  });

  it("takes no more than may be open, and takes them again when one is over", async () => {
    await add(aCommand(1));
    expect(await add(aCommand(2, 8), 1)).toBe("full");
    await claim();
    expect(await add(aCommand(2, 8), 1)).toBe("full");
    await done("delivery-1");
    expect(await add(aCommand(2, 8), 1)).toBe("added");
  });

  it("gives of each pull request what was said first, whenever it was heard", async () => {
    await add(aCommand(3));
    await add(aCommand(2));
    await add(aCommand(4, 8));
    expect(await claimed()).toEqual(["delivery-2", "delivery-4"]);
    expect(await claimed("a")).toEqual([]);
    await done("delivery-2");
    expect(await claimed()).toEqual(["delivery-3"]);
  });

  it("tells pull requests apart by repository, without regard to case", async () => {
    await add(aCommand(1));
    await add(aCommand(2, 7, { repository: { ...repository, owner: "oCTO" } }));
    await add(aCommand(3, 7, { repository: { ...repository, name: "other" } }));
    expect(await claimed()).toEqual(["delivery-1", "delivery-3"]);
  });

  it("gives a process commands of the repositories that it works for, and leaves others", async () => {
    const other = { ...repository, name: "mono-7" };
    await add(aCommand(1));
    await add(aCommand(2, 7, { repository: other }));
    const claimedOf = async (repositories: readonly string[]) =>
      (await claim("me", NOW, 9, [], repositories)).map(({ command }) => command.delivery);
    expect(await claimedOf([])).toEqual([]);
    expect(await claimedOf(["github.com/octo/mono-", repositoryKey(repository)])).toEqual(["delivery-1"]);
    expect(await claimedOf([repositoryKey(other)])).toEqual(["delivery-2"]);
  });

  it("gives no more than were asked for", async () => {
    for (const number of [1, 2, 3]) await add(aCommand(number, number));
    expect(await claimed("me", NOW, 2)).toEqual(["delivery-1", "delivery-2"]);
  });

  it("gives a wish to one of several who ask at once", async () => {
    for (const number of [1, 2, 3]) await add(aCommand(number, number));
    const all = await Promise.all(["a", "b", "third"].map((name) => claimed(name)));
    expect(all.flat().toSorted()).toEqual(["delivery-1", "delivery-2", "delivery-3"]);
  });

  it("gives one of a pull request at a time, also when what rested is to be tried again at that moment", async () => {
    const numbers = [1, 2, 3, 4, 5, 6];
    for (const number of numbers) await add(aCommand(number, number));
    await claim();
    for (const number of numbers) {
      await settle(`delivery-${number}`, { kind: "again", notBefore: NOW + 50 });
      await add(aCommand(10 + number, number));
    }
    const all = await Promise.all([claim("a", NOW + 49), claim("b", NOW + 50)]);
    const taken = all.flat().map(({ command: { pullRequest } }) => Number(pullRequest));
    expect(taken.toSorted()).toEqual(numbers);
  });

  it("gives it to another once the session of the first has ended, and settles nothing for that", async () => {
    await add(aCommand(1));
    await add(aCommand(2));
    const [late] = await claim("a");
    expect(await claimed("me", NOW + 9_000_000)).toEqual([]);
    const [taken] = await claim("me", NOW, 9, ["a"]);
    expect(taken).toMatchObject({ command: { delivery: "delivery-1" }, attempts: 1 });
    if (late === undefined || taken === undefined) throw new Error("nothing is due");
    expect([await commands.isClaimed(late), await commands.isClaimed(taken)]).toEqual([false, true]);
    await commands.settle(late, { kind: "done" });
    await commands.giveBack(late);
    expect(await claimed("third")).toEqual([]);
    await commands.giveBack(taken);
    expect(await claimed("third")).toEqual(["delivery-1"]);
  });

  it("gives a process nothing of a pull request of which it holds something", async () => {
    for (const number of [1, 2]) await add(aCommand(number));
    await add(aCommand(3, 8));
    const [first] = await claim("me", NOW, 1);
    if (first === undefined) throw new Error("nothing is due");
    const claimant = claimantAmong(PROCESSES, "me");
    const others = await commands.claim({ claimant, now: NOW, limit: 9, held: [first], repositories: null });
    expect(others.map(({ command }) => command.delivery)).toEqual(["delivery-3"]);
    // What it does not hold it may claim anew, as after an answer that was lost.
    expect(
      await commands.claim({ claimant, now: NOW, limit: 1, held: [], repositories: null }),
    ).toMatchObject([{ attempts: 1 }]);
    expect(await commands.isClaimed(first)).toBe(false);
  });

  it("knows when the next one is due", async () => {
    await add(aCommand(1));
    await claim();
    expect(await commands.nextAt(NOW)).toBeNull();
    await settle("delivery-1", { kind: "again", notBefore: NOW + 50 });
    expect([await commands.nextAt(NOW), await commands.nextAt(NOW + 50)]).toEqual([NOW + 50, null]);
  });

  it("gives it again when it is to be tried again, and what was said next only after it", async () => {
    await add(aCommand(1));
    await claim();
    await settle("delivery-1", { kind: "again", notBefore: NOW + 50 });
    await add(aCommand(2));
    await add(aCommand(3, 8));
    expect(await claimed("me", NOW + 49)).toEqual(["delivery-3"]);
    expect(await claim("me", NOW + 50)).toMatchObject([{ command: { delivery: "delivery-1" }, attempts: 1 }]);
    expect(await claimed("me", NOW + 50)).toEqual([]);
    await done("delivery-1", "void");
    expect(await claimed("me", NOW + 50)).toEqual(["delivery-2"]);
  });

  const command = (of: CommentCommand): Trigger => ({ kind: "comment", comment: 1, command: of });
  const merge = command({ kind: "merge", priority: 5, noBatch: false });
  const cancel = command({ kind: "cancel" });

  it("says of one that comes late that what was said after it is carried out already", async () => {
    await add(aCommand(2, 7, { trigger: cancel }));
    await claim();
    await done("delivery-2");
    await add(aCommand(1, 7, { trigger: merge }));
    await add(aCommand(1, 8, { delivery: "other", source: "other", trigger: merge }));
    const told = (await claim()).map(({ command, isSuperseded }) => [command.delivery, isSuperseded]);
    expect(new Map(told.map(([name, is]) => [name, is]))).toEqual(
      new Map([
        ["delivery-1", true],
        ["other", false],
      ]),
    );
  });

  const retry = command({ kind: "retry" });
  const unlabeled: Trigger = { kind: "unlabeled", label: "x" };

  it.each([cancel, unlabeled])(
    "gives what takes back before what only rests, which is void then: %j",
    async (said) => {
      await add(aCommand(1, 7, { trigger: merge }));
      await claim();
      await add(aCommand(2, 7, { trigger: retry }));
      await add(aCommand(3, 7, { trigger: said }));
      expect(await claimed()).toEqual([]);
      await settle("delivery-1", { kind: "again", notBefore: NOW + 50 });
      expect(await claim()).toMatchObject([
        { command: { delivery: "delivery-3" }, waitingSubmission: { delivery: "delivery-1" } },
      ]);
      await add(aCommand(4));
      await settle("delivery-3", { kind: "again", notBefore: NOW + 40 });
      expect(await claimed("me", NOW + 39)).toEqual([]);
      expect(await claimed("me", NOW + 40)).toEqual(["delivery-3"]);
      expect(await claimed("a", NOW + 60)).toEqual([]);
      await done("delivery-3");
      expect(await claimed("me", NOW + 60)).toEqual(["delivery-4"]);
      expect(await commands.lastSubmission(repository, pullRequestNumber(7))).toBeNull();
    },
  );

  it("gives one of several cancels at a time while what they cancel waits, also to processes that ask at once", async () => {
    await add(aCommand(1, 7, { trigger: merge }));
    await claim();
    await settle("delivery-1", { kind: "again", notBefore: NOW + 50 });
    for (const number of [2, 3, 4]) await add(aCommand(number, 7, { trigger: cancel }));
    const all = await Promise.all(["me", "a", "b"].map(async (name) => claimed(name)));
    expect(all.flat()).toEqual(["delivery-2"]);
    await done("delivery-2", "void");
    expect(await claimed()).toEqual(["delivery-3"]);
  });

  it("gives what takes back after what is due before it, and keeps what rests where it changed nothing", async () => {
    await add(aCommand(1, 7, { trigger: merge }));
    await add(aCommand(2, 7, { trigger: cancel }));
    expect(await claimed()).toEqual(["delivery-1"]);
    await settle("delivery-1", { kind: "again", notBefore: NOW + 50 });
    expect(await claimed("me", NOW + 50)).toEqual(["delivery-1"]);
    await settle("delivery-1", { kind: "again", notBefore: NOW + 99 });
    expect(await claimed("me", NOW + 50)).toEqual(["delivery-2"]);
    await done("delivery-2", "void");
    expect(await claimed("me", NOW + 99)).toEqual(["delivery-1"]);
  });

  it.each<readonly [Trigger, boolean]>([
    [retry, false],
    [merge, true],
    [{ kind: "labeled", label: "x" }, true],
    [cancel, true],
    [unlabeled, true],
  ])(
    "says of what takes back, and comes late, that it is overtaken: by %j %s",
    async (later, isSuperseded) => {
      await add(aCommand(3, 7, { trigger: later }));
      await claim();
      await done("delivery-3");
      for (const [number, said] of [cancel, unlabeled].entries()) {
        await add(aCommand(number, 7, { trigger: said }));
        expect(await claim()).toMatchObject([{ isSuperseded }]);
        await done(`delivery-${number}`, "void");
      }
    },
  );

  it("is not overtaken by what changed nothing", async () => {
    await add(aCommand(2, 7, { trigger: cancel }));
    await claim();
    await done("delivery-2", "void");
    await add(aCommand(1, 7, { trigger: merge }));
    expect(await claim()).toMatchObject([{ isSuperseded: false }]);
  });

  it("says that it was pushed to of what was said until then and is open", async () => {
    for (const number of [1, 2, 3]) await add(aCommand(number));
    await add(aCommand(4, 8, { givenAt: NOW }));
    await claim();
    await done("delivery-1");
    await commands.notePush(repository, pullRequestNumber(7), NOW + 2000);
    const told: unknown[] = [];
    for (const delivery of ["delivery-2", "delivery-3"]) {
      told.push(...(await claim()).map(({ command, isPushedTo }) => [command.delivery, isPushedTo]));
      await done(delivery);
    }
    expect(told).toEqual([
      ["delivery-2", true],
      ["delivery-3", false],
    ]);
  });

  it("keeps until when all was found, of each repository", async () => {
    expect(await commands.foundUntil(repository)).toBeNull();
    await commands.noteFound(repository, NOW);
    await commands.noteFound({ ...repository, owner: "oCTO" }, NOW + 1);
    expect(await commands.foundUntil(repository)).toBe(NOW + 1);
    expect(await commands.foundUntil({ ...repository, name: "other" })).toBeNull();
  });

  it("tells what submitted a pull request last, and has changed something", async () => {
    const last = async () => commands.lastSubmission(repository, pullRequestNumber(7));
    for (const number of [4, 1, 2])
      await add(aCommand(number, 7, { trigger: { kind: "labeled", label: "x" } }));
    await add(aCommand(3, 7, { trigger: { kind: "comment", comment: 3, command: { kind: "retry" } } }));
    expect(await last()).toBeNull();
    for (const [number, kind] of [
      [1, "done"],
      [2, "done"],
      [3, "done"],
      [4, "void"],
    ] as const) {
      await claim();
      await done(`delivery-${number}`, kind);
    }
    expect(await last()).toMatchObject({ delivery: "delivery-2" });
    expect(await commands.lastSubmission(repository, pullRequestNumber(8))).toBeNull();
  });

  it("forgets what was heard before, and takes it for new then", async () => {
    await add(aCommand(1));
    await claim();
    await done("delivery-1");
    expect(await commands.forget(NOW)).toBe(0);
    expect(await commands.forget(NOW + 1)).toBe(1);
    expect(await add(aCommand(1))).toBe("added");
  });
}
