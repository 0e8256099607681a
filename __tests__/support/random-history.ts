/** A small repository with a few pull requests that edit, rename, delete and replace files as chance will have it. */
import { type CommitId, pullRequestNumber } from "../../src/domain/ids.js";
import type { ContainedHead } from "../../src/engine/queue.js";
import type { CommitPlan, FileChange, GitRepository } from "./git-repository.js";
import type { Chance } from "./seeded-chance.js";

type Files = ReadonlyMap<string, Exclude<FileChange, null>>;

export interface RandomHistory {
  readonly seed: number;
  readonly base: CommitId;
  readonly heads: readonly ContainedHead[];
}

const FOLDERS = ["", "src/", "src/deep/", "docs/"];
const SUBMITTED_AT = Date.UTC(2026, 0, 1);

/**
 * Writes one history besides others, with the given branches at its base. Its pull requests start from the base or
 * from the commit before that.
 */
export async function writeRandomHistory(
  origin: GitRepository,
  chance: Chance,
  branches: readonly string[],
): Promise<RandomHistory> {
  const { seed } = chance;
  const numberOf = (index: number) => pullRequestNumber(seed * 10 + index);
  const states: Files[] = [];
  const plans: CommitPlan[] = [];
  const add = (parents: readonly number[], before: Files, after: Files, refs: readonly string[]): number => {
    plans.push({ parents, files: difference(before, after), refs, message: `Commit ${plans.length}\n` });
    return states.push(after) - 1;
  };
  const first = add([], new Map(), firstFiles(chance), []);
  const refs = branches.map((branch) => `refs/heads/${branch}`);
  const tip = add([first], filesOf(states, first), changed(filesOf(states, first), chance), refs);
  const ends = Array.from({ length: chance.whole(2, 3) }, (_, index) => {
    let last = chance.whole(first, tip);
    for (let left = chance.whole(1, 3); left > 0; left -= 1) {
      const before = filesOf(states, last);
      last = add(
        [last],
        before,
        changed(before, chance),
        left === 1 ? [`refs/pull/${numberOf(index)}/head`] : [],
      );
    }
    return last;
  });
  const commits = await origin.commits(plans);
  const commitAt = (index: number): CommitId => {
    const commit = commits[index];
    if (commit === undefined) throw new Error(`there is no commit ${index}`);
    return commit;
  };
  return {
    seed,
    base: commitAt(tip),
    heads: ends.map((end, index) => ({
      pullRequest: numberOf(index),
      headSha: commitAt(end),
      title: `Pull request ${numberOf(index)}`,
      submittedAt: SUBMITTED_AT + index * 1000,
    })),
  };
}

function filesOf(states: readonly Files[], index: number): Files {
  return states[index] ?? new Map();
}

function firstFiles(chance: Chance): Files {
  const names = Array.from({ length: 8 }, (_, index) => `${oneOf(FOLDERS, chance)}file-${index}`);
  return new Map(names.map((name) => [name, lines(chance)]));
}

/** One to three changes. */
function changed(files: Files, chance: Chance): Files {
  const next = new Map(files);
  for (let left = chance.whole(1, 3); left > 0; left -= 1) changeOne(next, chance);
  return next;
}

function changeOne(files: Map<string, Exclude<FileChange, null>>, chance: Chance): void {
  const fresh = `${oneOf(FOLDERS, chance)}new-${chance.whole(0, 999)}`;
  const path = oneOf([...files.keys()], chance) ?? fresh;
  const file = files.get(path) ?? lines(chance);
  const content = typeof file === "string" ? file : "content" in file ? file.content : "";
  switch (chance.whole(0, 7)) {
    case 0:
      files.set(fresh, lines(chance));
      break;
    case 1:
      files.delete(path);
      break;
    case 2: // a rename, with a change half of the time
      files.delete(path);
      files.set(fresh, chance.whole(0, 1) === 0 ? file : edited(String(content), chance));
      break;
    case 3:
      files.set(path, { mode: "100755", content });
      break;
    case 4:
      files.set(path, {
        mode: "100644",
        content: Buffer.from(Array.from({ length: 50 }, () => chance.whole(0, 255))),
      });
      break;
    case 5:
      files.set(fresh, { mode: "120000", content: path });
      break;
    default:
      files.set(path, edited(String(content), chance));
  }
}

function lines(chance: Chance): string {
  return Array.from({ length: 12 }, (_, index) => `line ${index} ${chance.whole(0, 9999)}\n`).join("");
}

function edited(text: string, chance: Chance): string {
  const parts = text.split("\n");
  parts[chance.whole(0, parts.length - 1)] = `edited ${chance.whole(0, 9999)}`;
  return parts.join("\n");
}

function oneOf<Value>(values: readonly Value[], chance: Chance): Value | undefined {
  return values[chance.whole(0, values.length - 1)];
}

function difference(before: Files, after: Files): Record<string, FileChange> {
  const gone = [...before.keys()].filter((path) => !after.has(path)).map((path) => [path, null] as const);
  return Object.fromEntries([...gone, ...[...after].filter(([path, file]) => before.get(path) !== file)]);
}
