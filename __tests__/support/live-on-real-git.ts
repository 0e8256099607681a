/** A program: lives many lives on real repositories, with a planted bug if one is named, and prints what came of it as JSON. */
import { QUEUE_MODES } from "../../src/domain/queue-settings.js";
import { REAL_GIT_BUGS } from "./real-git-bugs.js";
import { type LivedOnRealGit, liveOnRealGit } from "./real-git-lives.js";

export type LivedApart = LivedOnRealGit | { readonly broken: string };

const [wantedMode, bugName, ...sizes] = process.argv.slice(2);
const [firstSeed = 1, seeds = 1] = sizes.map(Number);
const mode = QUEUE_MODES.find((known) => known === wantedMode);
if (mode === undefined)
  throw new Error(`expected one of ${QUEUE_MODES.join(", ")}, not ${String(wantedMode)}`);
const bug = REAL_GIT_BUGS.find(({ name }) => name === bugName);
const lives = { mode, firstSeed, seeds, ...(bug && { plant: bug.plant }) };
console.log(
  JSON.stringify(await liveOnRealGit(lives).catch((error: unknown) => ({ broken: String(error) }))),
);
