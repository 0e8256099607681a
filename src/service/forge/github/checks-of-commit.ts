/** The checks of one commit: check runs and commit statuses, each name once, as they stand for one test run. */
import { CHECK_CONCLUSIONS, type Check, isFailed, isSkipped } from "../../../domain/check.js";
import type { CheckRunAnswer, StatusAnswer } from "./answers.js";
import type { RequiredCheck } from "./branch-rules.js";

/** What the App is called that runs workflows. */
const ACTIONS = "github-actions";

/** What GitHub says of a commit, less what does not belong to the run in question. */
export interface ChecksOfCommit {
  readonly checkRuns: readonly CheckRunAnswer[];
  readonly statuses: readonly StatusAnswer[];
}

type Conclusion = Check["conclusion"];

export interface Deciding {
  /** They are open while nobody reports them; null is all there are. */
  readonly names: readonly string[] | null;
  readonly required: readonly RequiredCheck[];
}

export function checksOf(
  { checkRuns, statuses }: ChecksOfCommit,
  { names, required }: Deciding,
): readonly Check[] {
  const found = [...latestOfEachSuite(checkRuns), ...latestOfEachContext(statuses)];
  const wanted = names ?? [...new Set(found.map(({ check }) => check.name))];
  return wanted.map((name) => {
    const apps = required.find((check) => check.name === name)?.apps ?? [];
    const ofName = found.filter(({ check }) => check.name === name);
    const counted = apps.length === 0 ? [ofName] : apps.map((app) => ofName.filter((one) => one.app === app));
    // Of several with one name, as when two jobs have that name, none may fail or be open; a success outweighs a skip.
    // Where several Apps have to report, the one that has not yet keeps it open.
    return counted
      .flatMap((ones) => (ones.length === 0 ? missing(name) : ones.map(({ check }) => check)))
      .reduce(worse);
  });
}

interface Found {
  readonly check: Check;
  /** Null where no App reported it. */
  readonly app: number | null;
}

/**
 * All of another App is one suite; a check that runs again in it stands for the one before. Of GitHub Actions those that
 * run again are left out already, so that several of one name are jobs that happen to have the same one.
 */
function latestOfEachSuite(runs: readonly CheckRunAnswer[]): readonly Found[] {
  const latest = new Map<string, CheckRunAnswer>();
  for (const run of [...runs].sort((a, b) => a.id - b.id)) {
    const isJob = run.app?.slug === ACTIONS;
    const key = isJob ? String(run.id) : `${run.app?.id ?? 0}/${run.check_suite?.id ?? 0}/${run.name}`;
    latest.delete(key);
    latest.set(key, run);
  }
  return [...latest.values()].map(foundRun);
}

function latestOfEachContext(statuses: readonly StatusAnswer[]): readonly Found[] {
  const latest = new Map([...statuses].sort((a, b) => a.id - b.id).map((status) => [status.context, status]));
  return [...latest.values()].map(({ context: name, state, target_url: url, avatar_url: avatar }) => {
    const isOver = state !== "pending";
    const conclusion: Conclusion = !isOver ? null : state === "success" ? "success" : "failure";
    const check: Check = {
      name,
      url: webAddress(url),
      status: isOver ? "completed" : "in_progress",
      conclusion,
    };
    return { check, app: appBehind(avatar) };
  });
}

/**
 * GitHub does not say which App set a commit status, but for the picture of whoever did, which for an App has its id, and
 * which nobody but GitHub chooses. Where there is none, nothing passes for the App's.
 */
function appBehind(avatar: string | null | undefined): number | null {
  const path = URL.parse(avatar ?? "")?.pathname ?? "";
  const [, id] = /^(?:\/avatars)?\/in\/(\d{1,15})$/.exec(path) ?? [];
  return id === undefined ? null : Number(id);
}

function foundRun(run: CheckRunAnswer): Found {
  const url = webAddress(run.html_url) || webAddress(run.details_url);
  const check: Check =
    run.status === "completed"
      ? { name: run.name, url, status: "completed", conclusion: conclusionOf(run.conclusion) }
      : {
          name: run.name,
          url,
          status: run.status === "in_progress" ? "in_progress" : "queued",
          conclusion: null,
        };
  return { check, app: run.app?.id ?? null };
}

/** What GitHub will call things one day must not pass for success. */
function conclusionOf(text: string | null | undefined): Conclusion {
  return CHECK_CONCLUSIONS.find((known) => known === text) ?? "failure";
}

function worse(one: Check, other: Check): Check {
  return badness(other) >= badness(one) ? other : one;
}

/** A skip says nothing, so a success counts before it. */
function badness(check: Check): number {
  if (isFailed(check)) return 4;
  if (check.conclusion === null) return 3;
  if (check.conclusion === "cancelled") return 2;
  return isSkipped(check) ? 0 : 1;
}

/** Each run of a workflow has one. Null: no job of GitHub Actions. */
export function suiteIdOf({ app, check_suite: suite }: CheckRunAnswer): number | null {
  return app?.slug === ACTIONS && suite !== null && suite !== undefined ? suite.id : null;
}

function missing(name: string): Check {
  return { name, url: "", status: "queued", conclusion: null };
}

/** Others than GitHub name these addresses. */
function webAddress(text: string | null | undefined): string {
  return typeof text === "string" && /^https?:\/\//i.test(text) && URL.canParse(text) ? text : "";
}
