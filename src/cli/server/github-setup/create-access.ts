/** An API token for the person, and the queue of the target branch, in the database that `serve` will open. */
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { commitId, queueId } from "../../../domain/ids.js";
import { DEFAULT_QUEUE_SETTINGS } from "../../../domain/queue-settings.js";
import { repositoryName } from "../../../domain/repository.js";
import { SCOPES } from "../../../domain/scope.js";
import { newQueue } from "../../../engine/model/new-queue.js";
import { isThere } from "../../../service/git/is-there.js";
import { branchTip } from "../../../service/github/setup/ci-trigger.js";
import type { TokenStore } from "../../../service/ports/token-store.js";
import { WorldError } from "../../../service/ports/world-error.js";
import { openStore } from "../../../service/store/open-store.js";
import { withTokensFromTheStart } from "../../../service/store/open-webhooks.js";
import { createToken, tokenId } from "../../../service/tokens/token-text.js";
import { programVersion } from "../../version.js";
import type { ConnectedApp } from "./connect-app.js";
import { createPrivateFile } from "./private-files.js";
import type { SetupRun } from "./run-of-setup.js";
import { TOKEN_FILE } from "./save-app.js";
import { CONCURRENCY_FORM, concurrencyIn } from "./setup-options.js";

const TOKEN_NAME = "github-setup";
const DEFAULT_CONCURRENCY = "3";

/** The token is in its file only; the terminal shows the path. */
export async function createAdminToken(
  { state, options, dialog }: SetupRun,
  app: ConnectedApp,
): Promise<void> {
  if (state.facts.tokenId !== null) return;
  const path = join(options.dataFolder, TOKEN_FILE);
  const id = await withTokensFromTheStart(app.config.database, programVersion(), (tokens) =>
    tokenInFile(tokens, path),
  );
  await state.record({ tokenId: id });
  dialog.note(`Created an API token with every scope in ${path}.`);
}

async function tokenInFile(tokens: TokenStore, path: string): Promise<string> {
  const now = Date.now();
  const own = (await tokens.active(now)).filter(({ name }) => name === TOKEN_NAME);
  if (await isThere(path)) {
    const id = tokenId((await readFile(path, "utf8")).trim());
    if (id !== null && own.some((token) => token.id === id)) return id;
    throw foreignToken(path);
  }
  // An interrupted run created a token and did not store it: no person has it.
  for (const { id } of own) await tokens.revoke(id, now);
  const request = { name: TOKEN_NAME, scopes: SCOPES, repositories: null, createdAt: now, expiresAt: null };
  const { token, stored } = await createToken(tokens, request);
  if ((await createPrivateFile(path, `${token}\n`)) === "exists") throw foreignToken(path);
  return stored.id;
}

function foreignToken(path: string): WorldError {
  return new WorldError(
    `${path} is there already with another token; it was not changed: move it away, or name another folder with --data`,
    false,
  );
}

/** A queue that is there already remains as it is. */
export async function createQueue(run: SetupRun, app: ConnectedApp, targetBranch: string): Promise<void> {
  const { state, dialog, options } = run;
  if (state.facts.queue) return;
  const { repository } = options;
  const concurrency =
    options.concurrency ??
    (await dialog.ask(
      "How many test runs may run in parallel?",
      DEFAULT_CONCURRENCY,
      concurrencyIn,
      CONCURRENCY_FORM,
    ));
  const tip = await branchTip(app.calls, repository, targetBranch);
  if (tip === null) {
    throw new WorldError(`${repositoryName(repository)} has no branch ${targetBranch}: push it first`, false);
  }
  const { store } = await openStore(app.config.database, programVersion());
  const chosen = { concurrency, canOptimisticallyMerge: true, pendingFailureDepth: 1 };
  const landing = app.config.githubLanding === "merge" ? { landing: "merge" as const } : {};
  const shown = state.facts.landing === "head-push" ? { showAsMerged: "head-push" as const } : {};
  const settings = { ...DEFAULT_QUEUE_SETTINGS, ...chosen, ...landing, ...shown };
  const queue = newQueue({
    ...{ id: queueId(randomUUID()), targetBranch, settings },
    ...{ tip: commitId(tip), at: Date.now() },
  });
  let outcome: "created" | "exists";
  try {
    outcome = await store.create({ repository, targetBranch }, queue);
  } finally {
    await store.close();
  }
  await state.record({ queue: true });
  dialog.note(
    outcome === "created"
      ? `Created the queue of ${targetBranch}: ${concurrency} test run(s) in parallel, optimistic merging, and a second test before a failure is blamed.`
      : `The branch ${targetBranch} has a queue already, which was not changed.`,
  );
}
