/**
 * What the steps of a job come to without running them: a step that ends with `exit 1` fails, a paths filter and
 * `echo name=value` give outputs, and `re-actors/alls-green` judges the needed jobs. Every other step succeeds.
 */
import type { Step } from "@actions/workflow-parser/model/workflow-template";
import type { TemplateToken } from "@actions/workflow-parser/templates/tokens/template-token";
import { parse } from "yaml";
import { isJsonObject } from "../json-object.js";
import {
  ALL_WELL,
  evaluate,
  isTruthy,
  membersOf,
  resolve,
  type Scope,
  textOf,
  type Value,
} from "./evaluate.js";
import { takesPaths } from "./filters.js";

export interface PerformedJob {
  readonly isFailed: boolean;
  /** By the id of the step. */
  readonly outputs: Readonly<Record<string, Value>>;
}

type Outputs = Readonly<Record<string, Value>>;

export interface JobSteps {
  readonly steps: readonly Step[];
  /** The inputs of each step, which the parser's model of it leaves out. */
  readonly inputs: readonly (TemplateToken | undefined)[];
}

export function performJob(
  { steps, inputs }: JobSteps,
  scope: Scope,
  changed: readonly string[],
): PerformedJob {
  let isFailed = false;
  const outputs: Record<string, Value> = {};
  for (const [index, step] of steps.entries()) {
    const contexts = { ...scope.contexts, steps: outputs };
    const status = { ...ALL_WELL, success: !isFailed, failure: isFailed };
    const condition = step.if?.expression ?? "success()";
    if (!isTruthy(evaluate(condition, { contexts, status }))) continue;
    const performed = performStep(step, inputs[index], { scope: { contexts, status }, changed });
    if (performed === "failed") isFailed ||= step["continue-on-error"] !== true;
    else outputs[step.id] = { outputs: performed, conclusion: "success", outcome: "success" };
  }
  return { isFailed, outputs };
}

interface Surroundings {
  readonly scope: Scope;
  readonly changed: readonly string[];
}

function performStep(
  step: Step,
  inputs: TemplateToken | undefined,
  { scope, changed }: Surroundings,
): Outputs | "failed" {
  if ("run" in step) return performScript(textOf(resolve(step.run, scope)));
  if (!("uses" in step)) return {};
  const given = membersOf(resolve(inputs, scope));
  if (step.uses.value.startsWith("dorny/paths-filter"))
    return filtered(textOf(given["filters"] ?? null), changed);
  if (step.uses.value.startsWith("re-actors/alls-green")) return allsGreen(given, scope) ? {} : "failed";
  return {};
}

function performScript(script: string): Outputs | "failed" {
  if (/\bexit 1\b/.test(script)) return "failed";
  const written = [...script.matchAll(/echo "?([\w-]+)=(.*?)"? >> "?\$GITHUB_OUTPUT/g)];
  return Object.fromEntries(
    written.map(([, name = "", value = ""]) => [name, value.replace(/^'(.*)'$/, "$1")]),
  );
}

/** https://github.com/dorny/paths-filter: one output per named list of patterns, and `changes` with the names that match. */
function filtered(filters: string, changed: readonly string[]): Outputs {
  const lists: unknown = parse(filters);
  if (!isJsonObject(lists)) return {};
  const names = Object.keys(lists);
  const changes = names.filter((name) => {
    const patterns = lists[name];
    const paths = Array.isArray(patterns) ? patterns.map(String) : [String(patterns)];
    return takesPaths({ paths }, changed);
  });
  const each = names.map((name) => [name, String(changes.includes(name))] as const);
  return { ...Object.fromEntries(each), changes: JSON.stringify(changes) };
}

/** https://github.com/re-actors/alls-green: skipped jobs pass only where they are allowed to. */
function allsGreen(inputs: Readonly<Record<string, Value>>, { contexts }: Scope): boolean {
  const allowed = textOf(inputs["allowed-skips"] ?? null)
    .split(",")
    .map((name) => name.trim());
  return Object.entries(membersOf(contexts["needs"] ?? null)).every(([job, need]) => {
    const result = membersOf(need)["result"];
    return result === "success" || (result === "skipped" && allowed.includes(job));
  });
}
