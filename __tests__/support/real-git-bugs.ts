/** Services with a bug in what they do to the repository, for the tests that show that such a bug is found. */
import type { CommitId } from "../../src/domain/ids.js";
import type { QueueMode } from "../../src/domain/queue-settings.js";
import type { Git } from "../../src/service/ports/git.js";
import { changed, difference } from "./random-history.js";
import type { RealGitHome } from "./real-git-home.js";
import { seededChance } from "./seeded-chance.js";

export interface RealGitBug {
  readonly mode: QueueMode;
  readonly name: string;
  /** The life that shows it, or one shortly before: the search begins there. */
  readonly firstSeed: number;
  /** What the audit has to say of it. */
  readonly complaint: RegExp;
  readonly plant: (git: Git, home: RealGitHome) => Git;
}

export const REAL_GIT_BUGS: readonly RealGitBug[] = [
  {
    mode: "single",
    name: "lands another commit than the one that was tested",
    firstSeed: 103,
    complaint: /the branch is at \w+, not \w+/,
    plant: (git, { origin, reader }) => ({
      ...git,
      async land(repository, branch, expectedTip) {
        const before = await reader.files(expectedTip);
        const files = difference(before, changed(before, seededChance(1)));
        const other = await origin.commit({ parents: [expectedTip], files });
        return await git.land(repository, branch, expectedTip, other);
      },
    }),
  },
  {
    mode: "single",
    name: "pushes over what somebody else has pushed",
    firstSeed: 109,
    complaint: /rewrites the branch/,
    plant: (git) => ({
      ...git,
      async land(repository, branch, expectedTip, newTip) {
        const outcome = await git.land(repository, branch, expectedTip, newTip);
        if (outcome.kind === "refused") await git.publish(repository, branch, newTip);
        return { kind: "landed" };
      },
    }),
  },
  {
    mode: "single",
    name: "brings back what was taken off the branch",
    firstSeed: 109,
    complaint: /the branch is at \w+, not \w+|rewrites the branch|brings back what was taken off/,
    plant: (git, { reader }) => {
      const landed = new Map<string, CommitId>();
      return {
        ...git,
        async land(repository, branch, expectedTip, newTip) {
          const last = landed.get(branch);
          const tip = await reader.ref(`refs/heads/${branch}`);
          const isOff = last !== undefined && tip !== null && !(await reader.ancestors(tip)).has(last);
          if (isOff) await git.publish(repository, branch, last);
          const outcome = await git.land(repository, branch, expectedTip, newTip);
          if (outcome.kind === "landed") landed.set(branch, newTip);
          return outcome;
        },
      };
    },
  },
  {
    mode: "parallel",
    name: "lands past others the very files that were tested, and so undoes what the others changed",
    firstSeed: 107,
    complaint: /is another change than the one tested/,
    plant: (git, { origin, reader }) => ({
      ...git,
      async prepareLanding(repository, replay) {
        const outcome = await git.prepareLanding(repository, replay);
        if (outcome.kind !== "prepared") return outcome;
        const files = difference(await reader.files(replay.onto), await reader.files(replay.tested));
        return { ...outcome, newTip: await origin.commit({ parents: [replay.onto], files }) };
      },
    }),
  },
];
