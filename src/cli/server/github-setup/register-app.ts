/** The first step: a person registers the App on GitHub's page, and GitHub gives its key for the code of the redirect. */
import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { backoffMs } from "../../../domain/duration.js";
import { repositoryName } from "../../../domain/repository.js";
import { missingPermissions } from "../../../service/github/forge/access-needs.js";
import { appManifest } from "../../../service/github/setup/app-manifest.js";
import {
  type AnonymousCalls,
  anonymousCalls,
  type RegisteredApp,
} from "../../../service/github/setup/convert-manifest.js";
import { WorldError } from "../../../service/ports/world-error.js";
import { programVersion } from "../../version.js";
import { AppFormServer, type FormPlan, formPage } from "./app-form-server.js";
import { replacePrivateFile } from "./private-files.js";
import { codeInLine } from "./redirect-code.js";
import { type SetupRun, untilTimeIsUp } from "./run-of-setup.js";
import { refuseForeignFiles } from "./save-app.js";

/** The form for a browser on another machine. */
const FORM_FILE = "register-github-app.html";
const ATTEMPTS = 3;
const RETRY_MS = 1000;
const MOST_NOTES = 5;

/** After this step the state has the App, and its secrets until they have their own files. */
export async function registerApp(run: SetupRun): Promise<void> {
  const { state, options } = run;
  if (state.facts.app !== null) return;
  const calls = anonymousCalls(options.gitHub.apiUrl, `merge-queue/${programVersion()}`);
  await refuseForeignFiles(run);
  const code = state.facts.registration?.code ?? (await codeFromGitHub(run, calls));
  const app = await converted(run, calls, code);
  const { id, slug, htmlUrl, clientId, privateKey, webhookSecret, clientSecret } = app;
  await state.record({
    registration: null,
    app: { id, slug, htmlUrl, clientId },
    secrets: { privateKey, webhookSecret, clientSecret },
  });
  await rm(join(options.dataFolder, FORM_FILE), { force: true });
  run.dialog.note(`Registered the App ${slug}.`);
}

async function codeFromGitHub(run: SetupRun, calls: AnonymousCalls): Promise<string> {
  const { state, dialog, options } = run;
  const earlier = state.facts.registration;
  const random = earlier?.state ?? randomBytes(24).toString("base64url");
  let notes = 0;
  const onRefused = (problem: string) => {
    notes += 1;
    if (notes <= MOST_NOTES) dialog.note(`A redirect was refused: ${problem}.`);
  };
  const server = await AppFormServer.listen(random, earlier?.port ?? null, onRefused);
  try {
    const { port } = server;
    await state.record({ registration: { state: random, port, code: null } });
    const plan = await formPlan(run, calls, server.redirectUrl, random);
    server.show(plan);
    await announce(run, server, plan);
    const minutes = Math.ceil(options.timeoutMs / 60_000);
    const late = `GitHub did not redirect to this machine within ${minutes} min: run the same command again to continue`;
    const code = await untilTimeIsUp(run, late, async (over) => {
      return Promise.race([server.code, ...(options.opensBrowser ? [] : [pastedCode(run, random, over)])]);
    });
    await state.record({ registration: { state: random, port, code } });
    return code;
  } finally {
    await server.close();
  }
}

async function formPlan(
  { options, signal, dialog }: SetupRun,
  calls: AnonymousCalls,
  redirectUrl: string,
  state: string,
): Promise<FormPlan> {
  const { gitHub, repository, appName: name, publicUrl, webhookUrl, callbackUrl } = options;
  const kind = options.org !== null ? "organization" : await calls.accountKind(repository.owner, signal);
  if (kind === "unknown") {
    dialog.note(
      `GitHub did not show whether ${repository.owner} is an organization, so the App is registered for your own account; ` +
        `interrupt, and add --org ${repository.owner} if it is one.`,
    );
  }
  const owner = kind === "organization" ? `organizations/${encodeURIComponent(repository.owner)}/` : "";
  const homepage = publicUrl ?? `${gitHub.webUrl}/${repositoryName(repository)}`;
  return {
    action: `${gitHub.webUrl}/${owner}settings/apps/new?state=${encodeURIComponent(state)}`,
    manifest: appManifest({ name, homepage, webhookUrl, redirectUrl, callbackUrl }),
  };
}

async function announce(
  { options, dialog, open }: SetupRun,
  server: AppFormServer,
  plan: FormPlan,
): Promise<void> {
  dialog.note(`Register the GitHub App in a browser: ${server.formUrl}`);
  if (options.opensBrowser) {
    open(server.formUrl);
    return;
  }
  const file = join(options.dataFolder, FORM_FILE);
  await replacePrivateFile(file, formPage(plan));
  dialog.note(
    `For a browser on another machine, copy ${file} there and open it, or forward the port: ssh -L ${server.port}:127.0.0.1:${server.port} HOST`,
  );
  dialog.note(
    "If the browser then cannot open the page on 127.0.0.1, paste its whole address here, or the code in it:",
  );
}

/** Never resolves after the end of stdin: the redirect may still arrive. */
async function pastedCode({ dialog }: SetupRun, state: string, over: AbortSignal): Promise<string> {
  for (;;) {
    const line = await dialog.line(over);
    if (line === null) return new Promise<string>(() => undefined);
    if (line.trim() === "") continue;
    const found = codeInLine(line, state);
    if (found.ok) return found.code;
    dialog.note(
      `The line was refused: ${found.problem}. Paste the address of the page after the registration:`,
    );
  }
}

async function converted(run: SetupRun, calls: AnonymousCalls, code: string): Promise<RegisteredApp> {
  const { state, options } = run;
  const conversion = await withRetries(run, () => calls.convert(code, run.signal));
  if (conversion.kind === "converted" && foreignWords(conversion.app, run) === null) return conversion.app;
  // The code is of no use any more, and the next run starts with another state.
  await state.record({ registration: null });
  if (conversion.kind === "converted") throw new WorldError(foreignWords(conversion.app, run) ?? "", false);
  throw new WorldError(
    "GitHub does not accept the code: it is older than an hour, or was used already. If an App was registered, delete it at " +
      `${options.gitHub.webUrl}/settings/apps or in the settings of ${options.repository.owner}; then run the same command again`,
    false,
  );
}

/** A code of another person would give the queue's repository an App that this person controls. */
function foreignWords({ owner, permissions, htmlUrl }: RegisteredApp, { options }: SetupRun): string | null {
  const { repository, gitHub } = options;
  const next = "nothing was stored; run the same command again, and use the address that it prints";
  if (owner.toLowerCase() !== repository.owner.toLowerCase()) {
    return `the code belongs to an App of ${JSON.stringify(owner)}, but the repository to ${repository.owner}: ${next}`;
  }
  if (!URL.canParse(htmlUrl) || new URL(htmlUrl).origin !== gitHub.webUrl) {
    return `the code belongs to an App whose page is not on ${gitHub.webUrl}: ${next}`;
  }
  const missing = missingPermissions(permissions).map(({ title }) => title);
  return missing.length === 0 ? null : `the code belongs to an App without ${missing.join(", ")}: ${next}`;
}

/** The code remains valid after a failure of GitHub or the network. */
async function withRetries<Result>(
  { dialog, signal }: SetupRun,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof WorldError) || !error.retryable || attempt >= ATTEMPTS) throw error;
      dialog.note(`${error.message}; retrying.`);
      await pause(backoffMs(attempt - 1, RETRY_MS), undefined, { signal });
    }
  }
}
