/** START HERE: the commands that explain a queue and its branch. The Action has no operations for them. */
import type { ClientCommand } from "../client-command.js";
import { WATCH } from "./watch-command.js";
import { WHY } from "./why-command.js";

const COMMANDS = { why: WHY, watch: WATCH } as const;

export type ExplainingCommand = keyof typeof COMMANDS;

export const EXPLAINING_COMMANDS: ReadonlyMap<string, ClientCommand> = new Map(Object.entries(COMMANDS));
