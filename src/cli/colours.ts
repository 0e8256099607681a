/** Colours for states on a terminal; `NO_COLOR` and `FORCE_COLOR` decide as in other programs. */
import { styleText } from "node:util";

const STYLES = {
  MERGED: "green",
  TESTS_PASSED: "green",
  FAILED: "red",
  CANCELLED: "red",
  PENDING_FAILURE: "yellow",
  PAUSED: "yellow",
  TESTING: "cyan",
} as const;

const STATES = new RegExp(`\\b(?:${Object.keys(STYLES).join("|")})\\b`, "g");

interface Output {
  readonly isTTY?: boolean;
}

export function hasColours(
  { isTTY = false }: Output,
  environment: Readonly<Record<string, string | undefined>>,
): boolean {
  const { NO_COLOR: off = "", FORCE_COLOR: forced, TERM: terminal } = environment;
  if (off !== "") return false;
  if (forced !== undefined && forced !== "") return forced !== "0" && forced !== "false";
  return isTTY && terminal !== "dumb";
}

/** Colours the names of states in a line that has no control characters. */
export function withColours(line: string): string {
  return line.replace(STATES, (state) => {
    const style = Object.entries(STYLES).find(([name]) => name === state)?.[1];
    return style === undefined ? state : styleText(style, state, { validateStream: false });
  });
}
