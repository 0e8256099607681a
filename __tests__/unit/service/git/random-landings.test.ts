/**
 * On histories of every kind, a tested change is brought to another commit exactly when it comes out there as it was
 * tested and leaves everything else alone.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type CommitId, testRunId } from "../../../../src/domain/ids.js";
import { MERGE_METHODS, type MergeMethod } from "../../../../src/domain/queue-settings.js";
import type { ContainedHead } from "../../../../src/engine/model/queue.js";
import { clonePath, createGit } from "../../../../src/service/git/git-adapter.js";
import type { BuildOutcome, Git } from "../../../../src/service/ports/git.js";
import { GitRepository } from "../../../support/git-repository.js";
import { isSameChange } from "../../../support/listing-comparison.js";
import { ObjectReader } from "../../../support/object-reader.js";
import { startProgramsElsewhere } from "../../../support/program-starter.js";
import { type RandomHistory, writeRandomHistory } from "../../../support/random-history.js";
import { seededChance } from "../../../support/seeded-chance.js";
import { countOf } from "../../../support/test-size.js";

/** Every step is a process, and the machine may be busy with other suites. */
const COUNT = countOf("GIT_LANDINGS", { reduced: 3, share: 4, all: 15, full: 150 });
/** Fewer do not show every outcome. */
const TELLING_COUNT = 15;
const SEEDS = Array.from({ length: COUNT }, (_, index) => index + 1001);
const SHOP = { host: "example.com", owner: "acme", name: "shop" };
const RUN = testRunId("00000000-0000-8000-8000-000000000001");

/** One change is tested at the base, another one lands there before it. */
interface Case {
  readonly heads: readonly ContainedHead[];
  readonly mergeMethod: MergeMethod;
  readonly testedOn: CommitId;
  readonly tested: CommitId;
  readonly onto: CommitId;
}

let folder: string;
let origin: GitRepository;
let git: Git;
let reader: ObjectReader;
const histories: RandomHistory[] = [];
const happened = { prepared: 0, differs: 0, conflicts: 0 };

beforeAll(async () => {
  startProgramsElsewhere();
  folder = await mkdtemp(join(tmpdir(), "merge-queue-landings-"));
  origin = await GitRepository.create();
  for (const seed of SEEDS) {
    const wishes = { branches: ["main"], pullRequests: [2, 3] } as const;
    histories.push(await writeRandomHistory(origin, seededChance(seed), wishes));
  }
  git = createGit({ cloneFolder: join(folder, "one"), resolve: () => origin.folder });
  const commits = histories.flatMap(({ heads }) => heads.map(({ headSha }) => headSha));
  await Promise.all(commits.map((id) => git.isAncestor(SHOP, id, id)));
  reader = new ObjectReader(clonePath(join(folder, "one"), SHOP));
});

afterAll(async () => {
  await reader.close();
  await origin.remove();
  await rm(folder, { recursive: true, force: true });
});

function tipOf(outcome: BuildOutcome): CommitId | undefined {
  return outcome.kind === "built" ? outcome.commits.at(-1) : undefined;
}

/** Undefined where either change is in conflict with the base already. */
async function caseOf({ base, heads: all }: RandomHistory, mergeMethod: MergeMethod) {
  const [landed, ...heads] = all.toReversed();
  const build = async (contains: readonly ContainedHead[]) =>
    tipOf(await git.build(SHOP, { run: RUN, testedOn: base, contains, mergeMethod }));
  const onto = await build(landed === undefined ? [] : [landed]);
  const tested = await build(heads);
  if (onto === undefined || tested === undefined) return undefined;
  return { heads, mergeMethod, testedOn: base, tested, onto };
}

/** What has to come out, found by listing every file; null where the change does not apply or is another one there. */
async function expectedTip({ heads, mergeMethod, testedOn, tested, onto }: Case): Promise<CommitId | null> {
  const newTip = tipOf(await git.build(SHOP, { run: RUN, testedOn: onto, contains: heads, mergeMethod }));
  if (newTip === undefined) happened.conflicts += 1;
  if (newTip === undefined) return null;
  const change = { testedOn: await reader.listing(testedOn), tested: await reader.listing(tested) };
  const place = { onto: await reader.listing(onto), outcome: await reader.listing(newTip) };
  return isSameChange({ ...change, ...place }) ? newTip : null;
}

describe("prepareLanding", () => {
  it.each(
    SEEDS.map(
      (seed, index) => [seed, MERGE_METHODS[index % MERGE_METHODS.length] ?? "squash", index] as const,
    ),
  )(
    "lands a change of seed %i by %s past another one just when it is the same there",
    async (_seed, mergeMethod, index) => {
      const history = histories[index];
      const landing = history && (await caseOf(history, mergeMethod));
      if (landing === undefined) return;
      const outcome = await git.prepareLanding(SHOP, landing);
      if (outcome.kind === "missing" || outcome.kind === "unusable")
        throw new Error(`it cannot be put there: ${JSON.stringify(outcome)}`);
      happened[outcome.kind] += 1;
      expect(outcome.kind === "prepared" ? outcome.newTip : null).toBe(await expectedTip(landing));
    },
  );

  (COUNT < TELLING_COUNT ? it.skip : it)("goes through every outcome", () => {
    const { prepared, differs, conflicts } = happened;
    expect([prepared > COUNT / 9, conflicts > COUNT / 15, differs > conflicts]).toEqual([true, true, true]);
  });
});
