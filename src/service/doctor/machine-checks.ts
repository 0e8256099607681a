/** This machine: its settings, its git, and room in the data folder. */
import { access, constants, statfs } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { Examined } from "../config.js";
import { isThere } from "../git/is-there.js";
import { requireGit } from "../git/require-git.js";
import { WorldError } from "../ports/world-error.js";
import { prepareWorkFolder } from "../prepare-work-folder.js";
import { broken, type Check, doubtful, type Found, fine, RestsOn } from "./finding.js";
import { SETTINGS_CHECK, type SettingsHeld } from "./settings-held.js";

const MEBIBYTE = 1024 * 1024;
const LITTLE_ROOM = 1024 * MEBIBYTE;
const TOO_LITTLE_ROOM = 100 * MEBIBYTE;
const MEND_SETTING = "change it; `merge-queue serve --check-config` says where each setting comes from";

export function machineChecks(examined: Examined, held: SettingsHeld): readonly Check[] {
  return [
    { name: SETTINGS_CHECK, look: async () => Promise.resolve(lookAtSettings(examined)) },
    { name: "git", look: async () => [await lookAtGit(held)] },
    { name: "data folder", look: async () => lookAtFolder(held("dataFolder").dataFolder) },
  ];
}

async function lookAtGit(held: SettingsHeld): Promise<Found> {
  if (isWithoutClone(held)) return fine("not needed: GitHub makes the commits");
  return fine(`git ${await requireGit()} is installed and new enough`);
}

/** Git is looked at also where settings cannot be read. */
function isWithoutClone(held: SettingsHeld): boolean {
  try {
    return held("githubGit").githubGit === "api";
  } catch (error) {
    if (error instanceof RestsOn) return false;
    throw error;
  }
}

function lookAtSettings({ held, problems, warnings }: Examined): readonly Found[] {
  const said = [
    ...problems.map((problem) => broken(problem, MEND_SETTING)),
    ...warnings.map((warning) => doubtful(warning, MEND_SETTING)),
  ];
  return said.length > 0 ? said : [fine(`all ${held.size} can be read and fit together`)];
}

async function lookAtFolder(folder: string): Promise<readonly Found[]> {
  const isMade = await isThere(folder);
  // Making it here would make it that of another user than the service's.
  const ground = isMade ? folder : await groundOf(resolve(folder));
  await (isMade ? prepareWorkFolder(folder) : requireWritable(folder, ground));
  const { bavail, bsize } = await statfs(ground);
  const free = bavail * bsize;
  const says = `${folder} ${isMade ? "can be written" : "is not there yet and can be made"}, and has ${Math.floor(free / MEBIBYTE)} MiB left`;
  const next = "make room there, or name another folder as `data`";
  if (free < TOO_LITTLE_ROOM)
    return [broken(`${says}; expected ${TOO_LITTLE_ROOM / MEBIBYTE} MiB or more`, next)];
  if (free < LITTLE_ROOM) return [doubtful(`${says}; clones and test outputs grow beyond that`, next)];
  return [fine(says)];
}

async function groundOf(folder: string): Promise<string> {
  const above = dirname(folder);
  return above === folder || (await isThere(above)) ? above : groundOf(above);
}

async function requireWritable(folder: string, ground: string): Promise<void> {
  try {
    await access(ground, constants.W_OK | constants.X_OK);
  } catch (error) {
    const message = `the data folder ${folder} cannot be made, because this user may not write ${ground}`;
    throw new WorldError(
      `${message}: make it for the user of the service, or name another one as \`data\``,
      false,
      {
        cause: error,
      },
    );
  }
}
