/** How pull requests land: asked for once, before the settings file is written. */
import { join } from "node:path";
import { WorldError } from "../../../service/ports/world-error.js";
import type { SetupRun } from "./run-of-setup.js";
import { LANDING_CHOICES, LANDING_FORM, type LandingChoice, landingIn } from "./setup-options.js";

const DESCRIPTIONS: Readonly<Record<LandingChoice, string>> = {
  push: "the service pushes exactly the tested commit, and GitHub shows the pull request as closed",
  "head-push":
    "as push, but the pull request's branch is pushed to the tested commit just before, so that GitHub shows it as merged, at the cost of another run of its workflows and, if the landing fails, perhaps of approvals",
  merge:
    "GitHub merges pull requests one at a time and shows them as merged, but a push to the branch at the same moment may land untested",
};

export async function chooseLanding({ state, options, dialog }: SetupRun): Promise<void> {
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
