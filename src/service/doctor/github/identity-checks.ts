/** Whether GitHub can be reached, has the same time, and knows who calls. */
import type { Repository } from "../../../domain/repository.js";
import type { AnswerHeaders } from "../../github/api/one-request.js";
import { missingPermissions, type NeededPermission } from "../../github/forge/access-needs.js";
import { textAt } from "../../github/status/status.js";
import { broken, type Check, doubtful, type Found, fine } from "../finding.js";
import { API_CHECK, IDENTITY_CHECK, type PlainAnswer, type Questions, statusWords } from "./questions.js";

const CLOCK_DOUBT_MS = 5000;
/** What an App signs is dated 30 s back, and is refused when that is in GitHub's future. */
const CLOCK_PROBLEM_MS = 30_000;
const DAY_MS = 24 * 3_600_000;
const EXPIRES_SOON_MS = 14 * DAY_MS;

export function apiCheck(questions: Questions, apiUrl: string): Check {
  return { name: API_CHECK, look: async () => lookAtApi(apiUrl, await questions.hello(), questions) };
}

/** The owner of a token is the same for all of the repositories. */
export function identityCheck(questions: Questions, [first]: readonly Repository[]): Check {
  return {
    name: IDENTITY_CHECK,
    look: async () => {
      if (questions.access.kind === "app") return lookAtApp(questions);
      return first === undefined ? [] : lookAtToken(await questions.as(first, "/user"));
    },
  };
}

function lookAtApi(apiUrl: string, answer: PlainAnswer, questions: Questions): readonly Found[] {
  const { status } = answer;
  if (status >= 500 || status === 404) {
    return [
      broken(
        `${apiUrl} does not answer as GitHub's API: ${statusWords(answer)}`,
        "check `githubApiUrl`, and see whether GitHub or a proxy on the way is down",
      ),
    ];
  }
  return [fine(`${apiUrl} answers`), ...clockFindings(answer, questions)];
}

function clockFindings({ clockAheadMs }: PlainAnswer, { access }: Questions): readonly Found[] {
  if (clockAheadMs === null) return [];
  const away = Math.abs(clockAheadMs) / 1000;
  if (away * 1000 <= CLOCK_DOUBT_MS) return [fine("this machine's clock is GitHub's, to a few seconds")];
  const says = `this machine's clock is ${away} s ${clockAheadMs > 0 ? "behind" : "ahead of"} GitHub's`;
  const next = "let this machine keep time, by NTP for instance";
  const isFatal = access.kind === "app" && away * 1000 > CLOCK_PROBLEM_MS;
  return [
    isFatal
      ? broken(`${says}; GitHub refuses what an App signs with a wrong time`, next)
      : doubtful(says, next),
  ];
}

async function lookAtApp(questions: Questions): Promise<readonly Found[]> {
  const { answer, body } = await questions.app();
  if (body === null) return [notTheApp(answer)];
  const missing = body.permissions === undefined ? [] : missingPermissions(body.permissions);
  return [
    fine(`GitHub knows the App ${body.slug} by its key`),
    ...missing.map((one) =>
      missingFinding(
        one,
        `the App ${body.slug} does not ask for`,
        "in the App's settings, then accept it where the App is installed",
      ),
    ),
  ];
}

function notTheApp(answer: PlainAnswer): Found {
  const away = Math.abs(answer.clockAheadMs ?? 0);
  const isLate = away > CLOCK_PROBLEM_MS;
  const next = isLate
    ? "set this machine's clock first"
    : "see that `githubAppId` is this App's, and `githubAppPrivateKey` a key that its settings list; make a new one where not";
  return broken(`GitHub does not accept the App's id and private key: ${statusWords(answer)}`, next);
}

export function missingFinding(
  { title, level, missing, without }: NeededPermission,
  who: string,
  where: string,
): Found {
  const says = `${who} the permission ${title}: ${level}; without it ${without}`;
  const next = `set ${title} to "${level === "write" ? "Read and write" : "Read-only"}" ${where}`;
  return missing === "problem" ? broken(says, next) : doubtful(says, next);
}

function lookAtToken(answer: PlainAnswer): readonly Found[] {
  if (answer.status !== 200) {
    return [
      broken(
        `GitHub does not accept the token: ${statusWords(answer)}`,
        "make a new one as docs/how-to/github-app.md says, and set `githubToken`",
      ),
    ];
  }
  return [
    fine(`the token is good${loginIn(answer)}`),
    ...expiryFindings(answer.headers["github-authentication-token-expiration"]),
    ...scopeFindings(answer.headers["x-oauth-scopes"]),
  ];
}

function loginIn({ data }: PlainAnswer): string {
  const login = textAt(data, "login");
  return login === "" ? "" : `; its owner is ${login}`;
}

function expiryFindings(header: AnswerHeaders[string]): readonly Found[] {
  const at = Date.parse(
    String(header ?? "")
      .replace(" UTC", "Z")
      .replace(" ", "T"),
  );
  if (Number.isNaN(at)) return [];
  const days = Math.floor((at - Date.now()) / DAY_MS);
  const says = `the token ends in ${days} day(s)`;
  if (at - Date.now() > EXPIRES_SOON_MS) return [fine(says)];
  return [doubtful(says, "make a new one in time, or use an App, whose tokens are renewed by themselves")];
}

/** A classic token says what it may do; a fine-grained one does not. */
function scopeFindings(header: AnswerHeaders[string]): readonly Found[] {
  if (header === undefined) return [];
  const scopes = String(header)
    .split(",")
    .map((scope) => scope.trim());
  const classic = "it is a classic token, good for every repository of its owner";
  const found = [doubtful(classic, "use an App, or a fine-grained token for these repositories only")];
  if (!scopes.includes("repo")) {
    found.push(broken("the token lacks the scope repo, so it may not push", "make one with the scope repo"));
  }
  if (!scopes.includes("workflow")) {
    const says =
      "the token lacks the scope workflow, so pull requests that change workflows cannot be tested";
    found.push(doubtful(says, "make one with the scope workflow"));
  }
  return found;
}
