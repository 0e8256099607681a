/** Checks each repository: it can be read and pushed to, through the API and by git. */
import type { Repository } from "../../../domain/repository.js";
import { listBranches } from "../../git/list-branches.js";
import { gitCredentials } from "../../github/api/git-credentials.js";
import type { Answer } from "../../github/api/one-request.js";
import { missingPermissions, NEEDED_PERMISSIONS } from "../../github/forge/access-needs.js";
import { textAt } from "../../github/status/status.js";
import { broken, type Check, doubtful, type Found, fine, RestsOn } from "../finding.js";
import { missingFinding } from "./identity-checks.js";
import {
  IDENTITY_CHECK,
  isSuspended,
  type Questions,
  type RepositoryAnswer,
  repositoryCheckName,
  statusWords,
} from "./questions.js";

const GIT_MS = 10_000;

export interface GitHubRepository {
  readonly repository: Repository;
  /** The address for git. */
  readonly address: string;
  readonly gitConfigFile: string | null;
  /** False when the service uses GitHub's API in place of a clone. */
  readonly isCloned: boolean;
}

export function repositoryCheck(questions: Questions, served: GitHubRepository): Check {
  const { repository } = served;
  return {
    name: repositoryCheckName(repository),
    look: async () => {
      if (questions.access.kind === "token") return checkAccess(questions, served);
      const installed = await checkInstallation(questions, repository);
      const isIn = installed.every(({ level }) => level !== "problem");
      // Missing permissions do not prevent further checks; a missing installation does.
      return isIn || installed.length > 1
        ? [...installed, ...(await checkAccess(questions, served))]
        : installed;
    },
  };
}

async function checkInstallation(questions: Questions, repository: Repository): Promise<readonly Found[]> {
  const { body: app } = await questions.app();
  if (app === null) throw new RestsOn(IDENTITY_CHECK);
  const { answer, body } = await questions.installation(repository);
  const settings = `https://${repository.host}/apps/${app.slug}/installations/new`;
  if (body === null) {
    const says = `the App ${app.slug} is not installed on it, or there is no such repository: ${statusWords(answer)}`;
    return [broken(says, `install it: ${settings}; or remove the repository from the settings`)];
  }
  if (isSuspended(body)) {
    const says = `the installation of the App ${app.slug} is suspended, so the service has no access`;
    return [broken(says, `unsuspend it in the settings of ${repository.owner}, under installed GitHub Apps`)];
  }
  const lacking = missingPermissions(app.permissions ?? {}).map(({ name }) => name);
  const missing = missingPermissions(body.permissions ?? {}).filter(({ name }) => !lacking.includes(name));
  const where = `by accepting the App's new permissions in the settings of ${repository.owner}`;
  return [
    fine(`the App ${app.slug} is installed`),
    ...missing.map((one) => missingFinding(one, "the installation was not granted", where)),
  ];
}

async function checkAccess(questions: Questions, served: GitHubRepository): Promise<readonly Found[]> {
  const { repository } = served;
  const { answer, body } = await questions.repository(repository);
  if (body === null) {
    const says = `it cannot be read: ${statusWords(answer)}`;
    return [broken(says, "check its name, and that the token or App has access to this repository")];
  }
  const isToken = questions.access.kind === "token";
  return [
    ...stateFindings(body, isToken),
    ...(isToken ? await tokenFindings(questions, repository, body) : []),
    ...(served.isCloned ? [await gitFinding(questions, served)] : []),
  ];
}

function stateFindings(body: RepositoryAnswer, isToken: boolean): readonly Found[] {
  if (body.archived === true || body.disabled === true) {
    return [
      broken(
        "it is archived or disabled, so nothing can land",
        "unarchive it, or remove it from the settings",
      ),
    ];
  }
  if (isToken && body.permissions?.push === false) {
    const next = "give the owner the role Write, and the token Contents: write";
    return [broken("the token's owner may not push to it", next)];
  }
  return [fine("GitHub's API can read it")];
}

/** GitHub lists no permissions of a fine-grained token. Reading is tested by reading; writing is not tested. */
async function tokenFindings(
  questions: Questions,
  repository: Repository,
  { default_branch: branch }: RepositoryAnswer,
): Promise<readonly Found[]> {
  const commit = `/commits/${encodeURIComponent(branch)}`;
  const probes = [
    ["actions", "/actions/runs?per_page=1"],
    ["checks", `${commit}/check-runs?per_page=1`],
    ["deployments", "/deployments?per_page=1"],
    ["issues", "/issues?per_page=1"],
    ["pull_requests", "/pulls?per_page=1"],
    ["statuses", `${commit}/status?per_page=1`],
  ] as const;
  const found = await Promise.all(
    probes.map(async ([name, path]) => probeFinding(name, await questions.of(repository, path))),
  );
  const refused = found.filter((one) => one !== null);
  return refused.length > 0
    ? refused
    : [fine("the token has all needed read permissions; write permissions were not tested")];
}

function probeFinding(name: string, { status }: Answer): Found | null {
  const needed = NEEDED_PERMISSIONS.find((one) => one.name === name);
  if (needed === undefined || (status !== 403 && status !== 404)) return null;
  const { title, ofToken, missing, without } = needed;
  if (ofToken !== null) {
    const where = "in the token's settings";
    return missingFinding({ ...needed, level: ofToken, missing, without }, "the token lacks", where);
  }
  const says = `the token may not read ${title.toLowerCase()}, which GitHub allows no fine-grained token for private repositories`;
  return broken(
    `${says}: only commit statuses can decide a test run`,
    "use an App, as docs/how-to/github-app.md describes",
  );
}

async function gitFinding(
  questions: Questions,
  { repository, address, gitConfigFile }: GitHubRepository,
): Promise<Found> {
  const credentials = gitCredentials({ token: async () => questions.token(repository) });
  const access = gitConfigFile === null ? {} : { configFile: gitConfigFile };
  try {
    const config = await credentials(repository, address);
    const { names } = await listBranches(address, access, GIT_MS, config);
    return fine(`git can read it: ${names.size} branch(es)`);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return broken(
      `git cannot read it: ${error.message}`,
      "check that this machine reaches the host by https, through its proxy if there is one",
    );
  }
}

export function limitCheck(questions: Questions, repository: Repository): Check {
  return {
    name: "GitHub limits",
    look: async () => {
      const answer = await questions.as(repository, "/rate_limit");
      return [limitFinding(answer), ...(await versionFindings(questions, repository))];
    },
  };
}

function limitFinding(answer: Answer): Found {
  const [limit, remaining] = ["x-ratelimit-limit", "x-ratelimit-remaining"].map((name) =>
    Number(answer.headers[name] ?? Number.NaN),
  );
  if (limit === undefined || remaining === undefined || Number.isNaN(limit) || Number.isNaN(remaining)) {
    return fine("there is no rate limit");
  }
  const says = `${remaining} of ${limit} requests are left this hour`;
  if (remaining === 0)
    return broken(says, "wait for the next hour; check what else uses the same token or App");
  if (remaining < limit / 10) return doubtful(says, "check what else uses the same token or App");
  return fine(says);
}

/** Only GitHub Enterprise Server reports a version. */
async function versionFindings(questions: Questions, repository: Repository): Promise<readonly Found[]> {
  const version = textAt((await questions.as(repository, "/meta")).data, "installed_version");
  return version === "" ? [] : [fine(`this is GitHub Enterprise Server ${version}`)];
}
