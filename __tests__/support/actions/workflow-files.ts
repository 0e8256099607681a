/**
 * The workflow files of the wind tunnel, read by GitHub's own parser. The first lines of each name the real file whose
 * structure it has, the checks that a branch would require, and the job that breaks in a scenario with a failure.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  convertWorkflowTemplate,
  isMapping,
  isSequence,
  NoOperationTraceWriter,
  parseWorkflow,
} from "@actions/workflow-parser";
import type { WorkflowTemplate } from "@actions/workflow-parser/model/workflow-template";
import type { TemplateToken } from "@actions/workflow-parser/templates/tokens/template-token";
import { parse } from "yaml";
import { isJsonObject } from "../json-object.js";

export interface WorkflowFile {
  /** Such as `./.github/workflows/ci.yml`. */
  readonly path: string;
  readonly name: string;
  /** Repository, path and commit of the real file. */
  readonly follows: string;
  /** Empty: other files call it. */
  readonly required: readonly string[];
  /** Id of the job that fails in a scenario with a failure. */
  readonly breaks: string;
  /** Who wrote it; empty: an author of the service. */
  readonly writtenBy: string;
  readonly template: WorkflowTemplate;
  /** The part of the file at an address of keys and positions; undefined: it is not there. */
  at(...address: readonly (string | number)[]): TemplateToken | undefined;
}

const FOLDER = join(import.meta.dirname, "../../fixtures/workflows");

export async function readWorkflowFiles(): Promise<readonly WorkflowFile[]> {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith(".yml"));
  return Promise.all(
    names.sort().map(async (name) => workflowFile(name, readFileSync(join(FOLDER, name), "utf8"))),
  );
}

export async function workflowFile(file: string, content: string): Promise<WorkflowFile> {
  const { context, value } = parseWorkflow({ name: file, content }, new NoOperationTraceWriter());
  if (value === undefined) throw new Error(`${file} is no workflow`);
  const template = await convertWorkflowTemplate(context, value);
  const problems = context.errors.getErrors().map(({ message }) => message);
  if (problems.length > 0) throw new Error(`${file}: ${problems.join("; ")}`);
  const whole: unknown = parse(content);
  const line = (label: string) => new RegExp(`^# ${label}: (.*)$`, "m").exec(content)?.[1] ?? "";
  const listed = (label: string) =>
    line(label)
      .split(";")
      .map((name) => name.trim())
      .filter((name) => name !== "");
  return {
    path: `./.github/workflows/${file}`,
    name: isJsonObject(whole) && typeof whole["name"] === "string" ? whole["name"] : file,
    follows: line("Follows"),
    required: listed("Required"),
    breaks: line("Breaks"),
    writtenBy: line("Written by"),
    template,
    at: (...address) => address.reduce<TemplateToken | undefined>(memberAt, value),
  };
}

function memberAt(token: TemplateToken | undefined, key: string | number): TemplateToken | undefined {
  if (token === undefined) return undefined;
  if (typeof key === "string") return isMapping(token) ? token.find(key) : undefined;
  return isSequence(token) && key < token.count ? token.get(key) : undefined;
}
