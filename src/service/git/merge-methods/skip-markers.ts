/**
 * Neutralizes what makes CI skip a commit. The tested commit is the one that lands, so a marker in it would leave the
 * test run without a verdict: https://docs.github.com/en/actions/how-tos/manage-workflow-runs/skip-workflow-runs
 */

const IN_BRACKETS = /\[([ \t]*(?:(?:skip|no)[ \t-]+(?:ci|actions?)|(?:ci|actions?)[ \t-]+skip)[ \t]*)\]/giu;
/** Of Azure Pipelines. */
const IN_STARS = /\*\*\*(NO_CI)\*\*\*/giu;
const TRAILER = /^([ \t]*skip-checks[ \t]*:[ \t]*true[ \t]*)$/gimu;

/** Keeps the words for readers: `[skip ci]` becomes `(skip ci)`. */
export function withoutSkipMarkers(message: string): string {
  return message.replace(IN_BRACKETS, "($1)").replace(IN_STARS, "($1)").replace(TRAILER, "($1)");
}
