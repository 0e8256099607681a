/**
 * Events of a workflow whose jobs may run the code that they look at: on a pull request GitHub keeps secrets from forks,
 * and what is merged or pushed has been let in. Any other event, known or yet to be invented, brings secrets together
 * with whatever commit somebody names.
 */
const SAFE_EVENTS: ReadonlySet<string> = new Set(["pull_request", "merge_group", "push"]);

/** The empty name is that of no workflow at all. */
export function isSafeEvent(name: string): boolean {
  return name === "" || SAFE_EVENTS.has(name);
}
