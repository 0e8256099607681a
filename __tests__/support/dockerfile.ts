/** A container file as instructions, read as strictly as this repository writes them. */

export interface Instruction {
  readonly name: string;
  readonly text: string;
  readonly line: number;
}

export interface Stage {
  readonly image: string;
  /** Null for one without a name. */
  readonly name: string | null;
  readonly instructions: readonly Instruction[];
}

const KNOWN = new Set(
  "FROM RUN CMD LABEL EXPOSE ENV COPY ENTRYPOINT VOLUME USER WORKDIR ARG STOPSIGNAL HEALTHCHECK".split(" "),
);

/** Throws on what is no instruction; `ADD`, `SHELL`, `ONBUILD` and `MAINTAINER` are none here. */
export function readDockerfile(text: string): readonly Stage[] {
  const stages: { image: string; name: string | null; instructions: Instruction[] }[] = [];
  for (const instruction of instructionsOf(text)) {
    if (!KNOWN.has(instruction.name)) {
      throw new Error(`line ${instruction.line}: ${instruction.name} is no instruction that we use`);
    }
    if (instruction.name === "FROM") {
      const [, image = "", name = null] = /^(\S+)(?: AS (\S+))?$/.exec(instruction.text) ?? [];
      stages.push({ image, name, instructions: [] });
    } else {
      const stage = stages.at(-1);
      if (stage === undefined)
        throw new Error(`line ${instruction.line}: ${instruction.name} comes before FROM`);
      stage.instructions.push(instruction);
    }
  }
  return stages;
}

function instructionsOf(text: string): readonly Instruction[] {
  const found: Instruction[] = [];
  let isOpen = false;
  for (const [index, line] of text.split("\n").entries()) {
    if (/^\s*(#.*)?$/.test(line)) continue;
    const part = line.replace(/\\$/, "").trim();
    const [, name = "", rest = ""] = /^(\S+)\s*(.*)$/.exec(part) ?? [];
    const before = isOpen ? found.pop() : undefined;
    if (before === undefined) found.push({ name, text: rest, line: index + 1 });
    else found.push({ ...before, text: `${before.text} ${part}` });
    isOpen = line.endsWith("\\");
  }
  if (isOpen) throw new Error(`${found.at(-1)?.name ?? "it"} has no end`);
  return found;
}

/** `NAME=value NAME=value` of one `ENV`. */
export function environmentOf(instructions: readonly Instruction[]): ReadonlyMap<string, string> {
  const texts = instructions.filter(({ name }) => name === "ENV").map(({ text }) => text);
  const pairs = texts.flatMap((text) => text.split(/\s+/)).map((pair) => /^([A-Z_]+)=(\S+)$/.exec(pair));
  return new Map(
    pairs.map((pair) => {
      if (pair === null) throw new Error(`ENV has something else than NAME=value: ${texts.join(" ")}`);
      return [pair[1] ?? "", pair[2] ?? ""];
    }),
  );
}
