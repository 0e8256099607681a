#!/usr/bin/env node
/**
 * Writes `action.yml`, tables of documents, the permissions of the GitHub App and the schema of the service's settings
 * from the program's own tables, so that they cannot drift.
 * With `--check` it writes nothing and fails when one differs. Needs `npm run build:lib` before.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { INPUT_GROUPS, OF_THE_SERVICE } from "../lib/action/input-groups.js";
import { INPUTS } from "../lib/action/inputs.js";
import { COMMON_INPUTS, COMMON_OUTPUTS } from "../lib/action/operation.js";
import { OPERATIONS } from "../lib/action/operations.js";
import { OUTPUTS } from "../lib/action/outputs.js";
import { VERDICT_OF_CODE, VERDICTS } from "../lib/domain/exit-verdict.js";
import { NEWER_NAMES, QUEUE_SETTINGS } from "../lib/domain/queue-settings.js";
import { WAITS } from "../lib/engine/explain/waits/situation.js";
import { OPERATION_ENDPOINTS } from "../lib/operations/operation-names.js";
import { NEEDED_PERMISSIONS, WANTED_EVENTS } from "../lib/service/github/forge/access-needs.js";
import { QUEUE_METRICS } from "../lib/service/http/queue-metrics.js";
import { PROCESS_METRICS } from "../lib/service/observability/process-metrics.js";
import { environmentName, fileName, shownDefault } from "../lib/service/settings/setting.js";
import { SETTINGS } from "../lib/service/settings/settings.js";
import { settingsJsonSchema } from "../lib/service/settings/settings-json-schema.js";

const ROOT = join(import.meta.dirname, "..");
const BEGINNING = "# Written by `npm run docs`; the words are in src/action/inputs.ts and outputs.ts.\n";

const VALUES = {
  flag: "`true`, `false`",
  text: "text",
  texts: "list of texts",
  batchingRules: 'list, each `{"targetPattern": "docs/*", "policy": "isolate"}`',
  skippedChecks: "map of names to `pass` or `fail`",
};

const documents = [
  { name: "action.yml", expected: actionYml },
  { name: "docs/reference/action.md", expected: actionReference },
  { name: "docs/reference/service-settings.md", expected: serviceSettings },
  { name: "docs/reference/queue-settings.md", expected: queueSettings },
  { name: "docs/reference/observability.md", expected: observability },
  { name: "docs/reference/verdicts.md", expected: verdicts },
  { name: "docs/how-to/github-app.md", expected: gitHubApp },
  { name: "deploy/github/app-manifest.json", expected: gitHubManifest },
  { name: "schema/service-config.schema.json", expected: serviceConfigSchema },
];

const drifted = [];
for (const { name, expected } of documents) {
  const path = join(ROOT, name);
  const present = readOrEmpty(path);
  const text = expected(present);
  if (text === present) continue;
  drifted.push(name);
  if (!process.argv.includes("--check")) writeFileSync(path, text);
}
if (process.argv.includes("--check") && drifted.length > 0) {
  console.error(`${drifted.join(" and ")} differs from the code. Run \`npm run docs\` and commit it.`);
  process.exitCode = 1;
}

function actionYml() {
  const action = {
    name: "Merge Queue",
    description: "Submit pull requests to a merge queue, watch them land, and run the queue.",
    author: "The merge-queue authors",
    branding: { icon: "git-merge", color: "green" },
    inputs: Object.fromEntries(
      INPUT_GROUPS.flatMap(({ names }) => names).map((name) => {
        const { description, default: byDefault, isRequired = false, environment } = INPUTS[name];
        const required = isRequired && environment === undefined;
        return [name, { description, required, ...(byDefault === undefined ? {} : { default: byDefault }) }];
      }),
    ),
    outputs: Object.fromEntries(
      Object.entries(OUTPUTS).map(([name, description]) => [name, { description }]),
    ),
    runs: { using: "node24", main: "dist/index.js" },
  };
  return BEGINNING + stringify(action, { lineWidth: 110, defaultStringType: "PLAIN" });
}

function serviceConfigSchema() {
  return `${JSON.stringify(settingsJsonSchema(), null, 2)}\n`;
}

function actionReference(present) {
  const tables = { operations: operationTable(), inputs: inputTables(), outputs: outputTable() };
  const place = "docs/reference/action.md";
  return Object.entries(tables).reduce((text, [name, lines]) => between(text, name, lines, place), present);
}

function serviceSettings(present) {
  return between(present, "settings", settingTable(), "docs/reference/service-settings.md");
}

function observability(present) {
  const tables = {
    "queue-metrics": metricTable(QUEUE_METRICS),
    "process-metrics": metricTable(PROCESS_METRICS),
  };
  const place = "docs/reference/observability.md";
  return Object.entries(tables).reduce((text, [name, lines]) => between(text, name, lines, place), present);
}

function queueSettings(present) {
  const newer = Object.entries(NEWER_NAMES).map(([name, { of, words, description }]) => {
    const known = QUEUE_SETTINGS[of];
    const byDefault = words === undefined ? known.default : words[Number(known.default)];
    const values = words ?? known.values;
    return [name, { ...known, kind: "oneOf", values, default: byDefault, description }];
  });
  const settings = [...Object.entries(QUEUE_SETTINGS), ...newer].filter(([, { api }]) => api !== "none");
  const rows = settings.map(
    ([name, { kind, default: byDefault = {}, codeHost, description, range, values }]) => [
      code(name),
      range?.join(" to ") ?? values?.map(code).join(", ") ?? VALUES[kind],
      byDefault === null
        ? "that of `concurrency`"
        : code(JSON.stringify(byDefault).replace(/^"(.*)"$/, "$1")),
      { github: "GitHub", none: "none: only the default is built" }[codeHost] ?? "any",
      description,
    ],
  );
  const head = ["Setting", "Values", "Default", "Code host", "Description"];
  return between(present, "queue-settings", table(head, rows), "docs/reference/queue-settings.md");
}

function verdicts(present) {
  const again = {
    unneeded: "not needed",
    asItIs: "yes, as it is",
    afterChange: "after a change of the pull request",
    afterRepair: "after a repair outside the pull request",
  };
  const byKind = {
    failure: "by evidence: `ciBroke`, `setUp`, `flaky`, `targetBroken`, `combination` or `yours`",
    rulesOrSetUp: "`rules` for the pull request, `setUp` for the service",
  };
  const kinds = Object.entries(VERDICTS).map(([name, { meaning, submitAgain, next }]) => [
    code(name),
    meaning,
    again[submitAgain],
    next,
  ]);
  const codes = Object.entries(VERDICT_OF_CODE)
    .filter(([, { kind }]) => kind !== "remains")
    .map(([name, row]) => {
      const { submitAgain } = row.kind === "one" ? VERDICTS[row.verdict] : {};
      return [
        code(name),
        row.kind === "one" ? code(row.verdict) : byKind[row.kind],
        again[row.again ?? submitAgain] ?? "as the verdict",
      ];
    });
  const tables = {
    waits: table(
      ["Situation", "Meaning"],
      Object.entries(WAITS).map(([name, meaning]) => [code(name), meaning]),
    ),
    verdicts: table(["Verdict", "Meaning", "Submit again", "Next step"], kinds),
    codes: table(["Reason code", "Verdict", "Submit again"], codes),
  };
  const place = "docs/reference/verdicts.md";
  return Object.entries(tables).reduce((text, [name, lines]) => between(text, name, lines, place), present);
}

function gitHubApp(present) {
  const place = "docs/how-to/github-app.md";
  const permissions = table(
    ["Permission", "App", "Purpose", "Token"],
    NEEDED_PERMISSIONS.map(({ title, level, ofToken, purpose }) => [
      title,
      level,
      purpose,
      ofToken ?? "none",
    ]),
  );
  const events = [`${WANTED_EVENTS.map(code).join(", ")}.`];
  return between(between(present, "permissions", permissions, place), "events", events, place);
}

/** Only the permissions and events are generated. */
function gitHubManifest(present) {
  const manifest = {
    ...JSON.parse(present),
    default_permissions: Object.fromEntries(NEEDED_PERMISSIONS.map(({ name, level }) => [name, level])),
    default_events: WANTED_EVENTS,
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

function metricTable(families) {
  return table(
    ["Metric", "Type", "Labels", "Description"],
    Object.entries(families).map(([name, { type, labels, help }]) => [
      code(name),
      type,
      labels.map(code).join(", "),
      help,
    ]),
  );
}

/** Puts the lines between `<!-- name:begin -->` and `<!-- name:end -->`. */
function between(text, name, lines, document) {
  const [open, close] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];
  const [start, end] = [text.indexOf(open), text.indexOf(close)];
  if (start >= 0 && end > start) {
    return `${text.slice(0, start + open.length)}\n\n${lines.join("\n")}\n\n${text.slice(end)}`;
  }
  console.error(`${document} has no place for the table of ${name}: it lacks ${open} and ${close}.`);
  process.exit(1);
}

function operationTable() {
  return table(
    ["Operation", "Description", "Endpoint", "Specific inputs", "Specific outputs"],
    [
      ...Object.entries(OPERATIONS).map(([name, { summary, inputs, outputs, isLocal }]) => [
        code(name),
        summary,
        isLocal ? "none" : code(OPERATION_ENDPOINTS[name]),
        inputs.map(code).join(", "),
        outputs.map(code).join(", "),
      ]),
    ],
  );
}

/** One table for each group. */
function inputTables() {
  const tables = INPUT_GROUPS.map(({ title, note, names }) => [
    `### ${title}`,
    "",
    ...(note === "" ? [] : [note, ""]),
    ...table(
      ["Input", "Description", "Required", "Default", "Operations"],
      names.map((name) => {
        const { description, default: byDefault } = INPUTS[name];
        const users = operationsWith("inputs", name, COMMON_INPUTS);
        return [
          code(name),
          description,
          requiredInWords(INPUTS[name]),
          byDefault === undefined ? "" : code(byDefault),
          users,
        ];
      }),
    ),
  ]);
  return tables.flatMap((lines, index) => (index === 0 ? lines : ["", ...lines]));
}

function requiredInWords({ isRequired, environment }) {
  if (isRequired !== true) return "no";
  return environment === undefined ? "**yes**" : `**yes**, or ${code(environment)}`;
}

function outputTable() {
  return table(
    ["Output", "Description", "Operations"],
    Object.entries(OUTPUTS).map(([name, text]) => [
      code(name),
      text,
      operationsWith("outputs", name, COMMON_OUTPUTS),
    ]),
  );
}

/** Which operations use an input, or set an output. */
function operationsWith(kind, name, common) {
  const all = Object.entries(OPERATIONS);
  const of = all.filter(([, operation]) =>
    common.includes(name)
      ? !(operation.isLocal && OF_THE_SERVICE.includes(name))
      : operation[kind].includes(name),
  );
  const without = all.filter((one) => !of.includes(one)).map(([operation]) => code(operation));
  if (without.length === 0) return "all";
  if (common.includes(name)) return `all but ${without.join(", ")}`;
  return of.map(([operation]) => code(operation)).join(", ");
}

function settingTable() {
  return table(
    ["Setting", "Description", "Default"],
    Object.values(SETTINGS).map((setting) => [
      [setting.name, ...(setting.secret === "no" ? [] : [fileName(setting.name)])]
        .map((name) => code(environmentName(name)))
        .join(" or "),
      setting.summary,
      setting.absent.kind === "required" ? "Required" : shownDefault(setting),
    ]),
  );
}

function table(head, rows) {
  const line = (cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)];
}

function code(text) {
  return `\`${text}\``;
}

function readOrEmpty(path) {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return "";
    throw error;
  }
}
