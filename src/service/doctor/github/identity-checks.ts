/** Checks that GitHub can be reached, that the clocks agree, and that GitHub accepts the credentials. */
import { DAY_MS } from "../../../domain/duration.js";
import type { Repository } from "../../../domain/repository.js";
import type { AnswerHeaders } from "../../github/api/one-request.js";
import { missingPermissions, type NeededPermission } from "../../github/forge/access-needs.js";
import { textAt } from "../../github/status/status.js";
import { broken, type Check, doubtful, type Found, fine } from "../finding.js";
import { API_CHECK, IDENTITY_CHECK, type PlainAnswer, type Questions, statusWords } from "./questions.js";

const CLOCK_DOUBT_MS = 5000;
/** An App's signature is dated 30 s back. GitHub refuses it if its date is still in GitHub's future. */
const CLOCK_PROBLEM_MS = 30_000;
const EXPIRES_SOON_MS = 14 * DAY_MS;

export function apiCheck(questions: Questions, apiUrl: string): Check {
  return { name: API_CHECK, look: async () => checkApi(apiUrl, await questions.hello(), questions) };
}

/** A token has one owner, so the first repository serves for all. */
export function identityCheck(questions: Questions, [first]: readonly Repository[]): Check {
  return {
    name: IDENTITY_CHECK,
    look: async () => {
      if (questions.access.kind === "app") return checkApp(questions);
      return first === undefined ? [] : checkToken(await questions.as(first, "/user"));
    },
  };
}

function checkApi(apiUrl: string, answer: PlainAnswer, questions: Questions): readonly Found[] {
  const { status } = answer;
  if (status >= 500 || status === 404) {
    return [
      broken(
        `${apiUrl} does not answer as GitHub's API: ${statusWords(answer)}`,
        "check `githubApiUrl`, and whether GitHub or a proxy in between is down",
      ),
    ];
  }
  return [fine(`${apiUrl} answers`), ...clockFindings(answer, questions)];
}

function clockFindings({ clockAheadMs }: PlainAnswer, { access }: Questions): readonly Found[] {
  if (clockAheadMs === null) return [];
  const away = Math.abs(clockAheadMs) / 1000;
  if (away * 1000 <= CLOCK_DOUBT_MS)
    return [fine("this machine's clock agrees with GitHub's within a few seconds")];
  const says = `this machine's clock is ${away} s ${clockAheadMs > 0 ? "behind" : "ahead of"} GitHub's`;
  const next = "synchronize this machine's clock, for example by NTP";
  const isFatal = access.kind === "app" && away * 1000 > CLOCK_PROBLEM_MS;
  return [
    isFatal
      ? broken(`${says}; GitHub refuses an App's signatures with a wrong time`, next)
      : doubtful(says, next),
  ];
}

async function checkApp(questions: Questions): Promise<readonly Found[]> {
  const { answer, body } = await questions.app();
  if (body === null) return [refusedAppFinding(answer)];
  const missing = body.permissions === undefined ? [] : missingPermissions(body.permissions);
  return [
    fine(`GitHub accepts the key of the App ${body.slug}`),
    ...missing.map((one) =>
      missingFinding(
        one,
        `the App ${body.slug} does not ask for`,
        "in the App's settings, then accept it where the App is installed",
      ),
    ),
  ];
}

function refusedAppFinding(answer: PlainAnswer): Found {
  const away = Math.abs(answer.clockAheadMs ?? 0);
  const isLate = away > CLOCK_PROBLEM_MS;
  const next = isLate
    ? "set this machine's clock first"
    : "check that `githubAppId` is this App's id, and that its settings list the key in `githubAppPrivateKey`; otherwise create a new key";
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

function checkToken(answer: PlainAnswer): readonly Found[] {
  if (answer.status !== 200) {
    return [
      broken(
        `GitHub does not accept the token: ${statusWords(answer)}`,
        "create a new one as docs/how-to/github-app.md describes, and set `githubToken`",
      ),
    ];
  }
  return [
    fine(`GitHub accepts the token${loginIn(answer)}`),
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
  const says = `the token expires in ${days} day(s)`;
  if (at - Date.now() > EXPIRES_SOON_MS) return [fine(says)];
  return [doubtful(says, "replace it in time, or use an App, whose tokens are renewed automatically")];
}

/** GitHub lists the scopes of a classic token; a fine-grained token has none. */
function scopeFindings(header: AnswerHeaders[string]): readonly Found[] {
  if (header === undefined) return [];
  const scopes = String(header)
    .split(",")
    .map((scope) => scope.trim());
  const classic = "it is a classic token, valid for every repository of its owner";
  const found = [doubtful(classic, "use an App, or a fine-grained token for these repositories only")];
  if (!scopes.includes("repo")) {
    found.push(
      broken("the token lacks the scope repo, so it may not push", "create one with the scope repo"),
    );
  }
  if (!scopes.includes("workflow")) {
    const says =
      "the token lacks the scope workflow, so pull requests that change workflows cannot be tested";
    found.push(doubtful(says, "create one with the scope workflow"));
  }
  return found;
}
