/**
 * Reads the Prometheus text format 0.0.4 strictly, by its specification and not by what we write: a line that the
 * format does not allow, a family that is told twice or a histogram that does not add up is an error.
 */

export interface Sample {
  readonly name: string;
  readonly labels: ReadonlyMap<string, string>;
  readonly value: number;
}

export interface Family {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  readonly samples: readonly Sample[];
}

interface OpenFamily {
  readonly name: string;
  help: string | null;
  type: string | null;
  readonly samples: Sample[];
}

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*/;
const LABEL = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"/;
const VALUE = /^ +([+-]?(?:\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+|Inf)|NaN)(?: +-?\d+)?$/;
const TYPES: ReadonlySet<string> = new Set(["counter", "gauge", "histogram", "summary", "untyped"]);
const SUFFIXES: Readonly<Record<string, RegExp>> = {
  histogram: /_(?:bucket|sum|count)$/,
  summary: /_(?:sum|count)$/,
};

export function readPrometheusText(text: string): readonly Family[] {
  if (text !== "" && !text.endsWith("\n")) throw new Error("the last line does not end");
  const families = new Map<string, OpenFamily>();
  let current: OpenFamily | null = null;
  for (const [index, line] of text.split("\n").entries()) {
    if (line === "" || (line.startsWith("#") && !/^# (?:HELP|TYPE) /.test(line))) continue;
    try {
      current = line.startsWith("#") ? described(line, families, current) : sampled(line, families, current);
    } catch (error) {
      throw new Error(`line ${index + 1}: ${String(error)}: ${line}`, { cause: error });
    }
  }
  return [...families.values()].map(closed);
}

function described(line: string, families: Map<string, OpenFamily>, current: OpenFamily | null): OpenFamily {
  const [, what, name = "", rest = ""] = /^# (HELP|TYPE) (\S+) ?(.*)$/.exec(line) ?? [];
  if (NAME.exec(name)?.[0] !== name) throw new Error("no name of a metric");
  const family = current?.name === name ? current : opened(name, families);
  if (what === "HELP" ? family.help !== null : family.type !== null) throw new Error("told twice");
  if (family.samples.length > 0) throw new Error("told after its samples");
  if (what === "TYPE" && !TYPES.has(rest)) throw new Error("no type of a metric");
  if (what === "HELP") family.help = rest;
  else family.type = rest;
  return family;
}

function opened(name: string, families: Map<string, OpenFamily>): OpenFamily {
  if (families.has(name)) throw new Error("a family that was left comes again");
  const family = { name, help: null, type: null, samples: [] };
  families.set(name, family);
  return family;
}

function sampled(line: string, families: Map<string, OpenFamily>, current: OpenFamily | null): OpenFamily {
  const sample = readSample(line);
  const suffix = current === null ? undefined : SUFFIXES[current.type ?? ""];
  const name = suffix === undefined ? sample.name : sample.name.replace(suffix, "");
  const family = current?.name === name ? current : opened(name, families);
  const labels = [...sample.labels].map((pair) => pair.join("=")).toSorted();
  const key = JSON.stringify([sample.name, labels]);
  const isKnown = family.samples.some(
    (other) =>
      JSON.stringify([other.name, [...other.labels].map((pair) => pair.join("=")).toSorted()]) === key,
  );
  if (isKnown) throw new Error("the same series twice");
  family.samples.push(sample);
  return family;
}

function readSample(line: string): Sample {
  const name = NAME.exec(line)?.[0] ?? "";
  if (name === "") throw new Error("no name of a metric");
  let rest = line.slice(name.length);
  const labels = new Map<string, string>();
  if (rest.startsWith("{")) {
    rest = rest.slice(1);
    while (!rest.startsWith("}")) {
      const [whole = "", label = "", value = ""] = LABEL.exec(rest) ?? [];
      if (whole === "" || labels.has(label)) throw new Error("no label, or one that comes twice");
      labels.set(
        label,
        value.replace(/\\(.)/g, (_escape, letter: string) => (letter === "n" ? "\n" : letter)),
      );
      rest = rest.slice(whole.length);
      if (!rest.startsWith("}") && !rest.startsWith(",")) throw new Error("labels are not set apart");
      rest = rest.replace(/^,/, "");
    }
    rest = rest.slice(1);
  }
  const [, value] = VALUE.exec(rest) ?? [];
  if (value === undefined) throw new Error("no value");
  return { name, labels, value: Number(value.replace("Inf", "Infinity")) };
}

function closed({ name, help, type, samples }: OpenFamily): Family {
  if (help === null || type === null) throw new Error(`${name} has no HELP or no TYPE`);
  if (type === "histogram") checkHistogram(name, samples);
  return { name, type, help, samples };
}

/** Buckets go up to +Inf and never fall, and the last of them is the count. */
function checkHistogram(name: string, samples: readonly Sample[]): void {
  const seriesOf = ({ labels }: Sample) =>
    JSON.stringify([...labels].filter(([label]) => label !== "le").toSorted());
  for (const [series, its] of Map.groupBy(samples, seriesOf)) {
    const buckets = its.filter((sample) => sample.name === `${name}_bucket`);
    const bounds = buckets.map(({ labels }) => Number((labels.get("le") ?? "").replace("Inf", "Infinity")));
    const counts = buckets.map(({ value }) => value);
    const count = its.find((sample) => sample.name === `${name}_count`)?.value;
    const isWhole = its.some((sample) => sample.name === `${name}_sum`) && bounds.at(-1) === Infinity;
    const rises = (values: readonly number[]) =>
      values.every((value, at) => at === 0 || value >= (values[at - 1] ?? 0));
    if (!isWhole || !rises(bounds) || !rises(counts) || counts.at(-1) !== count) {
      throw new Error(`the histogram ${name} ${series} does not add up`);
    }
  }
}
