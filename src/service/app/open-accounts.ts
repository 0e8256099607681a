/** Opens sign-in with accounts of the code host, if the settings have the client id and secret of the GitHub App. */
import { type Repository, repositoryKey } from "../../domain/repository.js";
import { GitHubAccounts } from "../github/accounts/github-accounts.js";
import { RepositoryRoles } from "../github/accounts/repository-roles.js";
import { type AccountHost, GITHUB_CALLBACK_PATH } from "../ports/account-host.js";
import type { ServiceConfig } from "../settings/config.js";
import { gitHubApiUrl, gitHubWebUrl } from "../settings/forms.js";
import type { Adapters } from "./open-adapters.js";
import { hostOf } from "./open-forge.js";
import type { Startup } from "./startup.js";

/** null: people sign in with tokens only. Makes no calls yet. */
export function openAccounts(
  { config, log, version }: Startup,
  { github, clock }: Pick<Adapters, "github" | "clock">,
): AccountHost | null {
  const app = oauthAppOf(config);
  if (github === null || app === null) return null;
  const { repositories } = config;
  const host = hostOf(repositories);
  const apiUrl = config.githubApiUrl ?? gitHubApiUrl(host);
  const isServed = (repository: Repository) => repositories.has(repositoryKey(repository));
  return new GitHubAccounts({
    ...{ ...app, apiUrl, log },
    webUrl: gitHubWebUrl(apiUrl, host),
    userAgent: `merge-queue/${version}`,
    roles: new RepositoryRoles({ calls: github.calls, isServed, clock, log }),
  });
}

function oauthAppOf({
  githubClientId: clientId,
  githubClientSecret: clientSecret,
  publicUrl,
}: ServiceConfig) {
  if (clientId === null || clientSecret === null || publicUrl === null) return null;
  return { clientId, clientSecret, redirectUri: publicUrl + GITHUB_CALLBACK_PATH };
}
