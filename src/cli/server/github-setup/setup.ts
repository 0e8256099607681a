/** START HERE: `merge-queue github setup`: its steps, in order. Each is skipped when an earlier run has completed it. */
import { join } from "node:path";
import * as z from "zod/mini";
import { errorText } from "../../../domain/thrown.js";
import { startGroup } from "../../../process/run-program.js";
import { examine } from "../../../service/doctor/examine.js";
import { WorldError } from "../../../service/ports/world-error.js";
import { holdFile } from "../../../service/store/sqlite/exclusive-file.js";
import { EXIT, type ExitCode } from "../../exit-codes.js";
import type { Surroundings } from "../../surroundings.js";
import { programVersion } from "../../version.js";
import { ending } from "../database/ending.js";
import { findingLine } from "../doctor/define-doctor-command.js";
import { awaitInstallation } from "./await-installation.js";
import { type ConnectedApp, connectApp } from "./connect-app.js";
import { createAdminToken, createQueue } from "./create-access.js";
import { Dialog, Interrupted } from "./dialog.js";
import { offerRuleset, offerTrigger } from "./offer-changes.js";
import { preparePrivateFolder, removeLeftFiles } from "./private-files.js";
import { registerApp } from "./register-app.js";
import { type SetupRun, TimeIsUp } from "./run-of-setup.js";
import { SETTINGS_FILE, saveApp, TOKEN_FILE } from "./save-app.js";
import {
  LANDING_CHOICES,
  LANDING_FORM,
  type LandingChoice,
  landingIn,
  type SetupFlags,
  type SetupOptions,
  setupOptions,
} from "./setup-options.js";
import { SetupState } from "./setup-state.js";

const COMMAND = "github setup";
const LOCK_FILE = "github-setup.lock";
const CHECK_MS = 30_000;

const repositoryAnswer = z.object({ default_branch: z.string() });

export async function setUpGitHub(flags: SetupFlags, surroundings: Surroundings): Promise<ExitCode> {
  return ending(COMMAND, {}, surroundings, async () => {
    const options = setupOptions(flags);
    const signal = surroundings.interruption();
    const dialog = new Dialog(surroundings, { takesDefaults: options.takesDefaults, signal });
    try {
      return await alone(options, async () => {
        const state = await SetupState.load(options);
        const open = (url: string) => {
          if (options.opensBrowser) openBrowser(url, surroundings);
        };
        return perform({ options, state, dialog, surroundings, signal, open });
      });
    } catch (error) {
      if (error instanceof TimeIsUp) {
        dialog.note(`merge-queue ${COMMAND}: ${error.message}`);
        return EXIT.deadline;
      }
      if (!(error instanceof Interrupted) && !signal.aborted) throw error;
      dialog.note(`merge-queue ${COMMAND}: interrupted: run the same command again to continue`);
      return EXIT.refused;
    } finally {
      dialog.close();
    }
  });
}

/** Two runs would register two Apps. */
async function alone<Result>({ dataFolder }: SetupOptions, work: () => Promise<Result>): Promise<Result> {
  await preparePrivateFolder(dataFolder);
  const path = join(dataFolder, LOCK_FILE);
  const lock = lockOf(path);
  if (lock.kind === "taken") {
    throw new WorldError(`another setup uses ${dataFolder} (${lock.holder}): end it first`, true);
  }
  const cleanedUp = async () => {
    await removeLeftFiles(dataFolder);
    return await work();
  };
  return cleanedUp().finally(lock.release);
}

function lockOf(path: string): ReturnType<typeof holdFile> {
  try {
    return holdFile(path, 0);
  } catch (error) {
    const next = "name a folder that this user may write to with --data";
    throw new WorldError(`${path} cannot be locked (${errorText(error)}): ${next}`, false, { cause: error });
  }
}

async function perform(run: SetupRun): Promise<ExitCode> {
  await registerApp(run);
  await chooseLanding(run);
  await saveApp(run);
  const app = await connectApp(run);
  const stop = () => void app.calls.close();
  run.signal.addEventListener("abort", stop, { once: true });
  try {
    await awaitInstallation(run, app);
    const branch = await targetBranch(run, app);
    const problems = await consultDoctor(run, app, branch);
    for (const step of [createAdminToken, createQueue, offerTrigger, offerRuleset]) {
      // A step that has begun is completed; the next one is left to a later run.
      if (run.signal.aborted) throw new Interrupted("interrupted");
      await step(run, app, branch);
    }
    takeLeave(run, problems);
    return EXIT.done;
  } finally {
    run.signal.removeEventListener("abort", stop);
    await app.calls.close();
  }
}

async function targetBranch({ state, options }: SetupRun, app: ConnectedApp): Promise<string> {
  const known = state.facts.branch;
  if (known !== null && options.branch !== null && known !== options.branch) {
    throw new WorldError(
      `--branch: this folder was set up for ${known}: leave --branch out, and create further queues with merge-queue create-queue`,
      false,
    );
  }
  if (known !== null) return known;
  const branch = options.branch ?? (await defaultBranch(app, options));
  await state.record({ branch });
  return branch;
}

async function defaultBranch({ calls }: ConnectedApp, { repository }: SetupOptions): Promise<string> {
  const found = repositoryAnswer.safeParse(await calls.read(repository, ""));
  if (found.success) return found.data.default_branch;
  throw new WorldError(
    "GitHub does not show the default branch of the repository: name it with --branch",
    false,
  );
}

/** Findings do not end the setup: what they ask for may be one of the next steps. */
async function consultDoctor(
  { dialog, surroundings }: SetupRun,
  app: ConnectedApp,
  branch: string,
): Promise<number> {
  dialog.note("The doctor checks the settings, GitHub and the repository:");
  const wanted = { version: programVersion(), branches: [branch], deadlineMs: CHECK_MS, tries: false };
  const findings = await examine(app.sources, wanted);
  for (const finding of findings) {
    if (finding.level !== "ok") surroundings.stderr.write(findingLine(finding));
  }
  const [problems, good] = ["problem", "ok"].map(
    (level) => findings.filter((one) => one.level === level).length,
  );
  dialog.note(`${good ?? 0} of ${findings.length} findings are good.`);
  return problems ?? 0;
}

function takeLeave({ options: { dataFolder }, surroundings }: SetupRun, problems: number): void {
  const settings = join(dataFolder, SETTINGS_FILE);
  const doctor =
    problems === 0
      ? "Check it at any time:"
      : `The doctor reported ${problems} problem(s) above. Check again while the service runs:`;
  surroundings.stdout.write(
    [
      "GitHub is set up. Start the service:",
      `  merge-queue serve --config ${settings}`,
      doctor,
      `  merge-queue doctor --config ${settings}`,
      "The token for commands that call the service:",
      `  --token-file ${join(dataFolder, TOKEN_FILE)}`,
      "",
    ].join("\n"),
  );
}

const OPENERS: Readonly<Record<string, readonly string[]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** The browser may run in this program, so it outlives this process. The address was printed before a failure. */
function openBrowser(url: string, { environment }: Surroundings): void {
  const [command = "", ...words] = OPENERS[process.platform] ?? ["xdg-open"];
  const inherited = Object.entries(environment).filter(
    // The browser needs the desktop's variables, but none of the service's secrets.
    (entry): entry is [string, string] => entry[1] !== undefined && !entry[0].startsWith("MERGE_QUEUE_"),
  );
  const start = { command, folder: process.cwd(), environment: Object.fromEntries(inherited) };
  const child = startGroup({ ...start, arguments: [...words, url] }, "ignore");
  child.on("error", () => undefined);
  child.unref();
}

const DESCRIPTIONS: Readonly<Record<LandingChoice, string>> = {
  push: "the service pushes exactly the tested commit, and GitHub shows the pull request as closed",
  "head-push":
    "as push, but the pull request's branch is pushed to the tested commit just before, so that GitHub shows it as merged, at the cost of another run of its workflows and, if the landing fails, perhaps of approvals",
  merge:
    "GitHub merges pull requests one at a time and shows them as merged, but a push to the branch at the same moment may land untested",
};

/** How pull requests land: asked for once, before the settings file is written. */
async function chooseLanding({ state, options, dialog }: SetupRun): Promise<void> {
  const { landing = null, secrets } = state.facts;
  const wanted = options.landing;
  if (landing !== null || secrets === null) {
    if (wanted !== null && wanted !== landing) throw settled(options.dataFolder, landing);
    return;
  }
  if (wanted === null) {
    for (const choice of LANDING_CHOICES) dialog.note(`${choice}: ${DESCRIPTIONS[choice]}.`);
  }
  const chosen =
    wanted ?? (await dialog.ask("How shall pull requests land?", "push", landingIn, LANDING_FORM));
  await state.record({ landing: chosen });
}

function settled(dataFolder: string, landing: LandingChoice | null): WorldError {
  const was = landing === null ? "by an earlier version" : `for ${landing}`;
  return new WorldError(
    `--landing: ${dataFolder} was set up ${was}: change githubLanding in ${join(dataFolder, "queue.yml")}, or showAsMerged of the queue with merge-queue update-queue`,
    false,
  );
}
