/** Reads what a step printed and wrote exactly as the runner does, the deprecated commands included. */

export interface LogCommand {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly text: string;
}

/** What the runner executes when it reads it in a log. */
const COMMANDS = new Set([
  "add-mask",
  "add-matcher",
  "add-path",
  "debug",
  "echo",
  "endgroup",
  "error",
  "group",
  "internal-set-repo-path",
  "notice",
  "remove-matcher",
  "save-state",
  "set-env",
  "set-output",
  "stop-commands",
  "warning",
]);

/** Its search compares as a culture does, so that these count as absent. */
const IGNORED_BY_SEARCH = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Cc}]/gu;

export function commandsIn(log: string): readonly LogCommand[] {
  return log.split(/\r\n|\r|\n/).flatMap((line) => {
    const seen = line.replace(IGNORED_BY_SEARCH, "");
    return modernCommand(seen) ?? legacyCommand(seen) ?? [];
  });
}

/** `::name key=value,key=value::text`, with nothing but spaces before it. */
function modernCommand(line: string): LogCommand | null {
  const [, info, text] = /^\s*::(.*?)::(.*)$/u.exec(line) ?? [];
  return info === undefined || text === undefined ? null : command(info, text, ",", unescaped);
}

/** `##[name key=value;key=value]text`, anywhere in the line. */
function legacyCommand(line: string): LogCommand | null {
  const [, info, text] = /##\[(.*?)\](.*)$/u.exec(line) ?? [];
  return info === undefined || text === undefined ? null : command(info, text, ";", unescaped);
}

function command(
  info: string,
  text: string,
  separator: string,
  unescape: (text: string) => string,
): LogCommand | null {
  const [name = "", ...rest] = info.split(" ");
  if (!COMMANDS.has(name)) return null;
  const pairs = rest
    .join(" ")
    .trim()
    .split(separator)
    .map((pair) => pair.split(/=(.*)/s))
    .flatMap(([key = "", value = ""]) =>
      key === "" || value === "" ? [] : [[key, unescape(value)] as const],
    );
  return { name, properties: Object.fromEntries(pairs), text: unescape(text) };
}

function unescaped(text: string): string {
  return text
    .replaceAll("%3B", ";")
    .replaceAll("%3A", ":")
    .replaceAll("%2C", ",")
    .replaceAll("%5D", "]")
    .replaceAll("%0D", "\r")
    .replaceAll("%0A", "\n")
    .replaceAll("%25", "%");
}

/** `name=value` lines and `name<<DELIMITER` blocks; throws where the runner fails the step. */
export function fileCommandPairs(text: string): Readonly<Record<string, string>> {
  const pairs: Record<string, string> = {};
  let rest = text;
  while (rest !== "") {
    const [line, afterLine] = firstLine(rest);
    rest = afterLine;
    if (line === "") continue;
    const equals = line.indexOf("=");
    const heredoc = line.indexOf("<<");
    if (equals >= 0 && (heredoc < 0 || equals < heredoc)) {
      pairs[line.slice(0, equals)] = line.slice(equals + 1);
      continue;
    }
    if (heredoc < 0) throw new Error(`Invalid format '${line}'`);
    const [name, delimiter] = [line.slice(0, heredoc), line.slice(heredoc + 2)];
    if (name === "" || delimiter === "") throw new Error(`Invalid format '${line}'`);
    const [value, afterValue] = block(rest, delimiter);
    pairs[name] = value;
    rest = afterValue;
  }
  return pairs;
}

function firstLine(text: string): readonly [line: string, rest: string] {
  const end = text.indexOf("\n");
  return end < 0 ? [text, ""] : [text.slice(0, end), text.slice(end + 1)];
}

function block(text: string, delimiter: string): readonly [value: string, rest: string] {
  const lines: string[] = [];
  let rest = text;
  while (rest !== "") {
    const [line, after] = firstLine(rest);
    rest = after;
    if (line === delimiter) return [lines.join("\n"), rest];
    lines.push(line);
  }
  throw new Error(`Invalid value. Matching delimiter not found '${delimiter}'`);
}
