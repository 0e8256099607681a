/** The third step: a person installs the App on the repository, on GitHub's page. */
import { setTimeout as pause } from "node:timers/promises";
import { assertNever } from "../../../domain/assert-never.js";
import { backoffMs } from "../../../domain/duration.js";
import { repositoryName } from "../../../domain/repository.js";
import { type InstallationState, installationState } from "../../../service/github/setup/app-questions.js";
import type { ConnectedApp } from "./connect-app.js";
import { type SetupRun, untilTimeIsUp } from "./run-of-setup.js";

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;
const REMINDER_MS = 30_000;

export async function awaitInstallation(run: SetupRun, app: ConnectedApp): Promise<void> {
  const { dialog, options } = run;
  const name = repositoryName(options.repository);
  const page = `${app.htmlUrl}/installations/new`;
  const ask = () => installationState(app.calls, app.signature, options.repository);
  const late = `the App ${app.slug} was not installed on ${name} in time: install it at ${page}, then run the same command again`;
  await untilTimeIsUp(run, late, async (over) => {
    let found = await ask();
    if (found.kind === "installed") return;
    dialog.note(`Install the App on ${name}: ${page}`);
    run.open(page);
    let shown = "";
    let shownAt = Number.NEGATIVE_INFINITY;
    for (let answers = 0; found.kind !== "installed"; answers += 1) {
      const words = wordsOf(found, name);
      if (words !== shown || performance.now() - shownAt >= REMINDER_MS) {
        dialog.note(words);
        [shown, shownAt] = [words, performance.now()];
      }
      await pause(backoffMs(answers, FIRST_PAUSE_MS, LONGEST_PAUSE_MS), undefined, { signal: over });
      found = await ask();
    }
  });
  dialog.note(`The App ${app.slug} is installed on ${name}.`);
}

function wordsOf(found: Exclude<InstallationState, { readonly kind: "installed" }>, name: string): string {
  switch (found.kind) {
    case "absent":
      return `Waiting until it is installed on ${name} …`;
    case "suspended":
      return "The installation is suspended: unsuspend it in the settings of the account. Waiting …";
    case "unknown":
      return `${found.why}; asking again …`;
    default:
      return assertNever(found);
  }
}
