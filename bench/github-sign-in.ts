/** What people on the web pages cost the installation: a sign-in, their role while they read, and again for an action. */
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { GitHub } from "../__tests__/support/github/git-hub.js";
import type { RecordedCall } from "../__tests__/support/github/http-front.js";
import { openGitHub } from "../__tests__/support/github/open-git-hub.js";
import { ON_MAIN } from "../__tests__/support/github-story/story-process.js";
import { systemClock } from "../src/service/app/open-work.js";
import { GitHubAccounts } from "../src/service/github/accounts/github-accounts.js";
import { RepositoryRoles } from "../src/service/github/accounts/repository-roles.js";
import { createGitHubCalls } from "../src/service/github/api/create-github-calls.js";
import type { RoleAge } from "../src/service/ports/account-host.js";
import { SILENT_LOG } from "../src/service/ports/log.js";

const CALLBACK = "https://queue.example.com/sign-in/github/callback";
const VERIFIER = "v".repeat(43);
/** A page that is open asks for its changes. */
const READ_EVERY_MS = 15_000;

/** The calls of people who each sign in, read a page for that long, and act once. */
export async function signInCalls(people: number, readMs: number): Promise<readonly RecordedCall[]> {
  await using closing = new AsyncDisposableStack();
  const github = await openGitHub({ rateLimit: null });
  closing.defer(async () => github.close());
  github.world.signIns.callbacks = [CALLBACK];
  const accounts = accountsOn(github, closing);
  // The token of the installation is there already.
  await accounts.roleOf({ id: github.world.userId("ada"), login: "ada" }, ON_MAIN.repository);
  github.forgetCalls();
  for (let number = 0; number < people; number += 1)
    await usePages(github, accounts, `reader-${number}`, readMs);
  return [...github.calls];
}

function accountsOn(github: GitHub, closing: AsyncDisposableStack): GitHubAccounts {
  const { apiUrl, webUrl, app, world } = github;
  const calls = createGitHubCalls({
    apiUrl,
    access: { kind: "app", appId: String(app.appId), privateKey: app.privateKey },
    userAgent: "merge-queue/bench",
  });
  closing.defer(async () => calls.close());
  const { clientId, clientSecret } = world.signIns;
  return new GitHubAccounts({
    ...{ clientId, clientSecret, redirectUri: CALLBACK, apiUrl, webUrl, userAgent: "merge-queue/bench" },
    roles: new RepositoryRoles({ calls, isServed: () => true, clock: systemClock, log: SILENT_LOG }),
    log: SILENT_LOG,
  });
}

async function usePages(github: GitHub, accounts: GitHubAccounts, login: string, readMs: number) {
  github.setPermission(login, "write");
  const challenge = createHash("sha256").update(VERIFIER).digest("base64url");
  const { clientId } = github.world.signIns;
  const code = github.world.signIns.issue({ clientId, redirectUri: CALLBACK, challenge, login });
  const outcome = await accounts.signIn({ code, verifier: VERIFIER });
  if (outcome.kind !== "signedIn") throw new Error(`${login} could not sign in: ${outcome.kind}`);
  for (let readFor = 0; readFor < readMs; readFor += READ_EVERY_MS) {
    await requireRole(accounts, outcome.account, "minute");
    await sleep(READ_EVERY_MS);
  }
  await requireRole(accounts, outcome.account, "now");
}

async function requireRole(
  accounts: GitHubAccounts,
  account: Parameters<GitHubAccounts["roleOf"]>[0],
  age: RoleAge,
): Promise<void> {
  const answer = await accounts.roleOf(account, ON_MAIN.repository, age);
  if (answer.kind !== "known" || answer.role !== "write")
    throw new Error(`${account.login} has no role: ${JSON.stringify(answer)}`);
}
