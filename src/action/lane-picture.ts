/** What is ahead of the pull request, as a Mermaid picture, which GitHub renders in a job summary. */
import { joined, label, type Markup, markup } from "./markup.js";

export interface LaneEntry {
  readonly prNumber?: number | undefined;
  readonly state?: string | undefined;
  readonly prTitle?: string | undefined;
}

const MOST_SHOWN = 8;

/** null: nothing is ahead, or it has no place. In parallel mode the order of the queue does not show the lanes. */
export function lanePicture(
  {
    mode,
    branch,
    entries,
  }: { mode?: string | undefined; branch?: string | undefined; entries: readonly LaneEntry[] },
  pullRequest: number,
): Markup | null {
  const admitted = entries.filter(({ state }) => state !== "NOT_READY");
  const at = admitted.findIndex(({ prNumber }) => prNumber === pullRequest);
  if (at === -1 || mode !== "single") return null;
  const left = Math.max(0, at + 1 - MOST_SHOWN);
  const shown = admitted.slice(left, at + 1).map(nodeText);
  const nodes = [label(branch ?? "target branch"), ...(left === 0 ? [] : [label(`${left} more`)]), ...shown];
  const lines = nodes.map((text, index) =>
    index === 0 ? markup`  n0(["${text}"])` : markup`  n${index - 1} --> n${index}["${text}"]`,
  );
  const own = markup`  style n${nodes.length - 1} stroke-width:3px`;
  return joined([markup``, markup`\`\`\`mermaid`, markup`flowchart LR`, ...lines, own, markup`\`\`\``], "\n");
}

export interface WaitLink {
  readonly what?: string | undefined;
  readonly why?: string | undefined;
  readonly prNumber?: number | undefined;
}

/** The pull requests of its lane that it waits for, in any mode; null: none. */
export function aheadPicture(
  branch: string,
  waitsFor: readonly WaitLink[],
  pullRequest: number,
): Markup | null {
  const ahead = waitsFor.filter(({ prNumber }) => prNumber !== undefined);
  if (ahead.length === 0) return null;
  const left = Math.max(0, ahead.length - MOST_SHOWN);
  const texts = [
    ...(left === 0 ? [] : [`${left} more`]),
    ...ahead
      .slice(0, MOST_SHOWN)
      .toReversed()
      .map(({ what = "", why = "" }) => `${what} ${why}`),
  ];
  const own = texts.length + 1;
  const lines = [
    markup`  n0(["${label(branch)}"])`,
    markup`  n${own}["${label(`#${pullRequest}`)}"]`,
    ...texts.map((text, index) => markup`  n0 --> n${index + 1}["${label(text)}"] --> n${own}`),
    markup`  style n${own} stroke-width:3px`,
  ];
  return joined([markup``, markup`\`\`\`mermaid`, markup`flowchart LR`, ...lines, markup`\`\`\``], "\n");
}

function nodeText({ prNumber = 0, state = "", prTitle = "" }: LaneEntry): Markup {
  return label(`#${prNumber} ${state} ${prTitle}`.trim());
}
