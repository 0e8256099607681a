/** Combines the check runs and commit statuses of one commit into one result per name, for one test run. */
import { CHECK_CONCLUSIONS, type Check, isFailed, isSkipped } from "../../../domain/check.js";
import type { CheckRunAnswer, StatusAnswer } from "../api/answers.js";
import type { RequiredCheck } from "./branch-rules.js";

/** Slug of the App that runs workflows. */
const ACTIONS = "github-actions";

/** The check runs and statuses of a commit that belong to one test run. */
export interface ChecksOfCommit {
  readonly checkRuns: readonly CheckRunAnswer[];
  readonly statuses: readonly StatusAnswer[];
}

type Conclusion = Check["conclusion"];

export interface Deciding {
  /** The checks that count; open until they are reported. null: all reported checks count. */
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
    // If several jobs share a name, none may be failed or open; a success outweighs a skip.
    // If several Apps have to report the check, it is open until all have.
    return counted
      .flatMap((ones) =>
        ones.length === 0 ? missing(name, ofName.length === 0) : ones.map(({ check }) => check),
      )
      .reduce(worse);
  });
}

interface Found {
  readonly check: Check;
  /** null: not reported by an App. */
  readonly app: number | null;
}

/**
 * Another App has one suite per commit, in which a rerun replaces the earlier check run. Superseded runs of GitHub
 * Actions are already removed, so several runs of one name are different jobs with the same name.
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
 * GitHub exposes the App behind a commit status only through the avatar URL, which contains the App's id and which only
 * GitHub chooses. Without such a URL the status counts for no App.
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
  return { check: { ...check, ...timesOf(run) }, app: run.app?.id ?? null };
}

/** GitHub also gives a start to a check run that is only queued. */
function timesOf({ status, started_at, completed_at }: CheckRunAnswer): Pick<Check, "startedAt" | "endedAt"> {
  const startedAt = Date.parse(started_at ?? "");
  if (Number.isNaN(startedAt) || (status !== "completed" && status !== "in_progress")) return {};
  const endedAt = status === "completed" ? Date.parse(completed_at ?? "") : Number.NaN;
  return Number.isNaN(endedAt) ? { startedAt } : { startedAt, endedAt };
}

/** A conclusion that this version does not know counts as a failure, never as a success. */
function conclusionOf(text: string | null | undefined): Conclusion {
  return CHECK_CONCLUSIONS.find((known) => known === text) ?? "failure";
}

function worse(one: Check, other: Check): Check {
  return badness(other) >= badness(one) ? other : one;
}

/** A skip is no result, so a success outweighs it. */
function badness(check: Check): number {
  if (isFailed(check)) return 4;
  if (check.conclusion === null) return 3;
  if (check.conclusion === "cancelled") return 2;
  return isSkipped(check) ? 0 : 1;
}

/** Each workflow run has one check suite. null: not a job of GitHub Actions. */
export function suiteIdOf({ app, check_suite: suite }: CheckRunAnswer): number | null {
  return app?.slug === ACTIONS && suite !== null && suite !== undefined ? suite.id : null;
}

/** `isByAll`: no App has reported it. */
function missing(name: string, isByAll: boolean): Check {
  const open = { name, url: "", status: "queued", conclusion: null } as const;
  return isByAll ? { ...open, isMissing: true } : open;
}

/** CI systems choose these URLs, so only http(s) passes. */
function webAddress(text: string | null | undefined): string {
  return typeof text === "string" && /^https?:\/\//i.test(text) && URL.canParse(text) ? text : "";
}
