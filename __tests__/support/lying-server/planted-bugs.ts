/** Ways to claim what is not true, most of them as the Action once did. */
import type { Patch } from "../patched-engine.js";

export interface PlantedBug {
  readonly name: string;
  /** Only these show it. */
  readonly operations: readonly string[];
  readonly patches: readonly Patch[];
  /** What it is found out by. */
  readonly claims: RegExp;
}

const bug = (
  name: string,
  operations: readonly string[],
  claims: RegExp,
  ...patches: readonly (readonly [file: string, from: string, to: string])[]
): PlantedBug => ({
  name,
  operations,
  claims,
  patches: patches.map(([file, from, to]) => ({ file, from, to })),
});

const WRITES = [
  "submit",
  "cancel",
  "restart-tests",
  "set-impacted-targets",
  "create-queue",
  "delete-queue",
  "update-queue",
];

export const PLANTED_BUGS: readonly PlantedBug[] = [
  bug("takes another's queue for the one that it created", ["create-queue"], /another\'s queue|is created/, [
    "client/create-queue-idempotently.ts",
    "if (differences.length === 0) return",
    "if (differences.length >= 0) return",
  ]),
  bug("takes any 404 for the API's own", ["cancel", "delete-queue"], /not in the queue|there is no queue/, [
    "client/position.ts",
    "return error.code !== null && codes.includes(error.code);",
    "return codes.length > 0;",
  ]),
  bug(
    "takes a success that reports a failure for done",
    WRITES,
    /./,
    ["client/error-text.ts", "if (json === false || member", "if (json !== json || member"],
    [
      "client/error-text.ts",
      'member(json, "success") === false || member(json, "ok") === false) return true;',
      "false) return true;",
    ],
    [
      "client/error-text.ts",
      "return Boolean(error) || (isList",
      "return error === json && Boolean(error) && (isList",
    ],
  ),
  bug(
    "writes to the file whatever comes in place of metrics",
    ["metrics"],
    /the file has the metrics/,
    ["client/read-answer.ts", "if (problem !== null) return { ok: false, problem };", ""],
    [
      "client/read-answer.ts",
      "> {\n  if (json.ok && reportsFailure(json.value))",
      '> {\n  if (json.ok && name === "createQueue")',
    ],
    [
      "client/read-answer.ts",
      "  if (isMarkup || isWebPage(text)) {",
      '  if (name !== "getMergeQueueMetrics" && (isMarkup || isWebPage(text))) {',
    ],
  ),
  bug("does not name what the queue has otherwise than asked for", ["submit"], /that was asked for/, [
    "action/operations.ts",
    "      warnOf(differences);\n",
    "",
  ]),
  bug(
    "takes any test run for a restart of its own",
    ["restart-tests"],
    /start again/,
    ["client/restart-tests-once.ts", "return hadTestRun && (after", "return (hadTestRun || true) && (after"],
    ["client/restart-tests-once.ts", "if (after === null || after.id !== before.id)", "if (after === null)"],
  ),
  bug("repeats a change without looking", ["cancel", "update-queue"], /is repeated on/, [
    "client/perform-call.ts",
    "if (mayHaveActed && call.mayRepeat",
    "if (mayHaveActed && attempt < 0 && call.mayRepeat",
  ]),
  bug("takes an answer about another pull request", ["status", "submit"], /MERGED/, [
    "client/client.ts",
    "if (number === undefined || Number(number) === prNumber) return answer;",
    "if (number !== 0) return answer;",
  ]),
  bug("follows another submission in silence", ["status", "submit"], /the same submission/, [
    "client/wait.ts",
    "if (id === undefined || before === undefined || id === before) return;",
    'if (id !== "") return;',
  ]),
  bug(
    "has outputs about targets that were not uploaded",
    ["set-impacted-targets"],
    /none were uploaded/,
    [
      "action/operations/set-impacted-targets.ts",
      'if (targets.body.kind === "all") showAll(',
      'if (targets.body.kind === "all") reportAll(',
    ],
    ["action/operations/set-impacted-targets.ts", "else showList(", "else reportList("],
  ),
  bug(
    "forgets that an earlier attempt may have been carried out",
    WRITES,
    /it was carried out/,
    [
      "client/errors.ts",
      "const mayHaveSucceeded = failure.mayHaveActed &&",
      "const mayHaveSucceeded = attempts < 0 &&",
    ],
    ["action/run-step.ts", "const doubt = error.mayHaveActed &&", "const doubt = error.attempts < 0 &&"],
  ),
  bug("calls its own lost change unchanged", ["cancel", "delete-queue"], /changed nothing/, [
    "client/position.ts",
    "answer instanceof MergeQueueError && answer.mayHaveActed",
    "answer instanceof MergeQueueError && answer.attempts < 0",
  ]),
  bug(
    "takes settings for applied that are shown otherwise",
    ["create-queue", "update-queue"],
    /new settings/,
    [
      "client/update-queue-once.ts",
      "if (differences.length === 0) return;\n  const words",
      "if (differences.length >= 0) return;\n  const words",
    ],
  ),
  bug("takes an earlier end for that of its submission", ["submit"], /not an earlier one/, [
    "client/wait.ts",
    "if (this.#isEarlierSubmission(value)) throw",
    "if (this.#isEarlierSubmission(value) && this.#polls < 0) throw",
  ]),
];
