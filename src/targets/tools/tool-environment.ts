/**
 * The environment of a program from the repository: what it needs to start, and no secret. The variables are listed one
 * by one, so that no other variable is passed on by accident.
 */
import { configurationVariables } from "../../domain/git-configuration.js";
import { variablesNamed } from "../../process/run-program.js";
import { repositoryPath } from "../tree.js";

type Texts = Readonly<Record<string, string>>;

const inherited = variablesNamed(
  "PATH HOME USER LOGNAME LANG LC_ALL TZ SYSTEMROOT USERPROFILE APPDATA LOCALAPPDATA PATHEXT COMSPEC",
  "XDG_CACHE_HOME XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME JAVA_HOME COREPACK_HOME PNPM_HOME VOLTA_HOME",
  "NVM_DIR FNM_DIR ASDF_DIR ASDF_DATA_DIR MISE_DATA_DIR PROTO_HOME MOON_HOME RUSH_GLOBAL_FOLDER",
);

/** No prompts, no colours, no background process, no telemetry, no cloud. */
const ALWAYS: Texts = {
  CI: "true",
  NO_COLOR: "1",
  FORCE_COLOR: "0",
  DO_NOT_TRACK: "1",
  COREPACK_ENABLE_DOWNLOAD_PROMPT: "0",
  npm_config_update_notifier: "false",
  GIT_TERMINAL_PROMPT: "0",
  GIT_OPTIONAL_LOCKS: "0",
};

/** A tool runs git itself, and the answer must not depend on the user's configuration. */
const GIT_CONFIG: Texts = {
  "diff.renames": "false",
  "diff.relative": "false",
  "diff.ignoreSubmodules": "none",
  "core.quotePath": "false",
  "core.fsmonitor": "false",
};

export interface ToolFolders {
  readonly checkout: string;
  /** For files that the tool writes; removed afterwards. */
  readonly scratch: string;
}

export function toolEnvironment(folders: ToolFolders, extra: Texts = {}): Texts {
  return {
    ...inherited(),
    ...ALWAYS,
    TMPDIR: folders.scratch,
    TEMP: folders.scratch,
    TMP: folders.scratch,
    // In a container the checkout often belongs to another user, and git would refuse to read it.
    ...configurationVariables({ ...GIT_CONFIG, "safe.directory": repositoryPath(folders.checkout) }),
    ...extra,
  };
}
