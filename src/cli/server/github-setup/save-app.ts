/** The second step: the key, the webhook's secret and the settings that `serve` reads, in separate files. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { repositoryKey, repositoryName } from "../../../domain/repository.js";
import { isThere } from "../../../service/git/is-there.js";
import { WorldError } from "../../../service/ports/world-error.js";
import { examineConfig } from "../../../service/settings/config.js";
import { createPrivateFile } from "./private-files.js";
import type { SetupRun } from "./run-of-setup.js";
import type { SetupOptions } from "./setup-options.js";

export const SETTINGS_FILE = "queue.yml";
export const TOKEN_FILE = "admin-token";
const KEY_FILE = "github-app-key.pem";
const SECRET_FILE = "github-webhook-secret";
const CLIENT_SECRET_FILE = "github-client-secret";

/** Before anything is registered: files that this setup did not write belong to another App. */
export async function refuseForeignFiles({ options: { dataFolder } }: SetupRun): Promise<void> {
  for (const name of [SETTINGS_FILE, KEY_FILE, SECRET_FILE, CLIENT_SECRET_FILE, TOKEN_FILE]) {
    const path = join(dataFolder, name);
    if (await isThere(path)) throw foreign(path, dataFolder);
  }
}

/** After this step the files are complete, and the state has no secrets any more. */
export async function saveApp({ state, options, dialog }: SetupRun): Promise<void> {
  const { app, secrets } = state.facts;
  if (app === null || secrets === null) return;
  const { privateKey, webhookSecret, clientSecret } = secrets;
  const { dataFolder } = options;
  await requireFile(join(dataFolder, KEY_FILE), `${privateKey.trim()}\n`, dataFolder);
  if (webhookSecret !== null) {
    await requireFile(join(dataFolder, SECRET_FILE), `${webhookSecret}\n`, dataFolder);
  }
  // GitHub returns the browser to the public address.
  const isForPeople = options.publicUrl !== null && clientSecret !== undefined;
  const clientId = isForPeople ? (app.clientId ?? null) : null;
  if (clientId !== null) {
    await requireFile(join(dataFolder, CLIENT_SECRET_FILE), `${clientSecret}\n`, dataFolder);
  }
  const isMerge = state.facts.landing === "merge";
  const chosen = { appId: app.id, clientId, hasWebhooks: webhookSecret !== null, isMerge };
  const settings = settingsText(options, chosen);
  await requireFile(join(dataFolder, SETTINGS_FILE), settings, dataFolder);
  await state.record({ secrets: null });
  const more = [
    ...(webhookSecret === null ? [] : [SECRET_FILE]),
    ...(clientId === null ? [] : [CLIENT_SECRET_FILE]),
  ];
  dialog.note(`Wrote ${[KEY_FILE, ...more].join(", ")} and ${SETTINGS_FILE} to ${dataFolder}.`);
}

/** A file with this text may be there from an interrupted run. */
async function requireFile(path: string, text: string, dataFolder: string): Promise<void> {
  if ((await createPrivateFile(path, text)) === "created") return;
  if ((await readFile(path, "utf8")) !== text) throw foreign(path, dataFolder);
}

function foreign(path: string, dataFolder: string): WorldError {
  const settings = join(dataFolder, SETTINGS_FILE);
  const { held } = examineConfig({ environment: {}, flags: { config: settings } }, ["githubAppId"]);
  const id: unknown = held.get("githubAppId")?.value;
  const owner = typeof id === "string" ? `the App ${id}` : "something else";
  return new WorldError(
    `${path} is there already and belongs to ${owner}; it was not changed: move it away, or name another folder with --data`,
    false,
  );
}

interface ChosenSettings {
  readonly appId: number;
  /** null: people sign in with tokens. */
  readonly clientId: string | null;
  readonly hasWebhooks: boolean;
  /** GitHub merges; the service does not push. */
  readonly isMerge: boolean;
}

function settingsText(options: SetupOptions, chosen: ChosenSettings): string {
  const { appId, clientId, hasWebhooks, isMerge } = chosen;
  const { dataFolder, repository, gitHub, publicUrl } = options;
  const clone = gitHub.isPlain
    ? ` ${JSON.stringify(`${gitHub.webUrl}/${repositoryName(repository)}.git`)}`
    : "";
  const settings: readonly (readonly [string, string | null])[] = [
    ["data", dataFolder],
    ["githubApiUrl", gitHub.isPlain ? gitHub.apiUrl : null],
    ["githubAppId", String(appId)],
    ["githubAppPrivateKeyFile", join(dataFolder, KEY_FILE)],
    ["githubClientId", clientId],
    ["githubClientSecretFile", clientId === null ? null : join(dataFolder, CLIENT_SECRET_FILE)],
    ["githubWebhookSecretFile", hasWebhooks ? join(dataFolder, SECRET_FILE) : null],
    ["publicUrl", publicUrl],
    ["githubLanding", isMerge ? "merge" : null],
  ];
  const given = settings.filter(([, value]) => value !== null);
  // A JSON string is a YAML string too.
  const lines = given.map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `# The settings of \`merge-queue serve\`, written by \`merge-queue github setup\`. You may change and add settings.
forge: github
repositories:
  ${JSON.stringify(repositoryKey(repository))}:${clone}
${lines.join("\n")}
`;
}
