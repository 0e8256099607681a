/** Completion scripts for shells, from the commands of the program. They list names only, and call nothing. */
import type { Command } from "commander";
import { EXIT, type ExitCode } from "../exit-codes.js";
import type { Surroundings } from "../surroundings.js";
import { optionsOf } from "./client-command.js";
import { CLIENT_COMMANDS } from "./commands.js";
import { spellingOf } from "./options.js";

/** The words that may follow each command: its subcommands or its options. */
type Words = ReadonlyMap<string, readonly string[]>;

const SHELLS: ReadonlyMap<string, (words: Words) => string> = new Map([
  ["bash", bash],
  [
    "zsh",
    (words: Words) =>
      `autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n${bash(words)}`,
  ],
  ["fish", fish],
]);

export function printCompletion(shell: string, program: Command, { stdout, stderr }: Surroundings): ExitCode {
  const script = SHELLS.get(shell);
  if (script === undefined) {
    stderr.write(`merge-queue completion: expected ${[...SHELLS.keys()].join(", ")}.\n`);
    return EXIT.wrongUse;
  }
  stdout.write(script(wordsOf(program)));
  return EXIT.done;
}

function wordsOf(program: Command): Words {
  return new Map(
    program.commands.map((command) => {
      const client = CLIENT_COMMANDS.get(command.name());
      const own = command.options.flatMap(({ long }) => long ?? []);
      const options = client === undefined ? own : optionsOf(client).map(spellingOf);
      const below = command.commands.map((subcommand) => subcommand.name());
      return [command.name(), [...below, ...new Set([...options, "--help"])]] as const;
    }),
  );
}

function bash(words: Words): string {
  const cases = [...words].map(([name, following]) => `    ${name}) words="${following.join(" ")}" ;;`);
  return `_merge_queue() {
  local words current="\${COMP_WORDS[COMP_CWORD]}"
  case "\${COMP_CWORD}:\${COMP_WORDS[1]}" in
    1:*) words="${[...words.keys()].join(" ")} help" ;;
    *) case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _merge_queue merge-queue
`;
}

function fish(words: Words): string {
  const first = `complete -c merge-queue -n __fish_use_subcommand -f -a "${[...words.keys()].join(" ")} help"`;
  const others = [...words].flatMap(([name, following]) =>
    following.map((word) => {
      const what = word.startsWith("--") ? `-l ${word.slice(2)}` : `-f -a ${word}`;
      return `complete -c merge-queue -n "__fish_seen_subcommand_from ${name}" ${what}`;
    }),
  );
  return `${[first, ...others].join("\n")}\n`;
}
