/**
 * The story of three pull requests on GitHub with workflow files and rules of the wind tunnels, under faults: answers that
 * fail, come late, or never, after what was asked was done; limits; webhooks lost, doubled and out of order; processes that
 * die between any two steps; people who push, close, dismiss, rename and break the target branch.
 */
import { describe, expect, it } from "@jest/globals";
import { storiesApart, toldStories } from "../support/github-story/stories-apart.js";
import { STORY_BUGS } from "../support/github-story/story-bugs.js";
import { itInCi } from "../support/sized-tests.js";
import { bySize, countOf, inShard } from "../support/test-size.js";

const FIRST_SEED = Number(process.env["GITHUB_STORIES_FIRST_SEED"] ?? 1);
/** Those of CI always are the same: what a change breaks in one shows in the next run too. */
const STORIES = countOf("GITHUB_STORIES", { reduced: 1, share: 3, all: 10, full: 200 });
const SEEDS = inShard(seedsFrom(FIRST_SEED, STORIES));
const MOST_MINUTES = 60;
/** Each of them is found within these, most of them by the first. */
const MOST_FOR_A_BUG = 100;
/** Here GitHub protects no branch from a service in error. */
const FIRST_FOR_A_BUG = 2;
/** Found by nearly any story; the others take minutes each. */
const FOUND_SOON = bySize({
  reduced: ["takes each delivery for a wish of its own"],
  share: [
    "takes each delivery for a wish of its own",
    "lets the skipped twin of a draft pull request decide",
  ],
  all: [
    "takes each delivery for a wish of its own",
    "lets the skipped twin of a draft pull request decide",
    "believes the checks of another commit",
    "takes its own bypass for an approval",
  ],
  full: STORY_BUGS.map(({ name }) => name),
});

itInCi(
  `nothing untested lands, nothing lands twice and nobody is lost, in ${SEEDS.length} stories from seed ${FIRST_SEED}`,
  async () => {
    const lived = await storiesApart({ seeds: SEEDS });
    expect(toldStories(lived)).toBe("");
    expect(lived).toHaveLength(SEEDS.length);
  },
  MOST_MINUTES * 60_000,
);

describe("a planted bug is found by the stories:", () => {
  for (const { name, told } of inShard(STORY_BUGS.filter((bug) => FOUND_SOON.includes(bug.name))))
    it(
      `a service that ${name}`,
      async () => {
        const lived = await storiesApart({ seeds: seedsFrom(FIRST_FOR_A_BUG, MOST_FOR_A_BUG), bug: name });
        expect(lived.at(-1)?.broken).toContainEqual(expect.stringMatching(told));
      },
      MOST_MINUTES * 60_000,
    );
});

function seedsFrom(first: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}
