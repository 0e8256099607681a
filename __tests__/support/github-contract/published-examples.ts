/** Answers that GitHub shows in its description as examples of an operation that succeeds. */
import { isJsonObject } from "../json-object.js";
import type { Description } from "./published-operations.js";
import { PublishedSchemas } from "./published-schemas.js";

/** `operation` is a method and a published path. */
export function publishedExamples(
  { document, operations }: Description,
  operation: string,
): readonly unknown[] {
  const schemas = new PublishedSchemas(document, "whole");
  const found = operations.find(({ method, path }) => `${method} ${path}` === operation);
  const responses = schemas.resolve(found?.definition["responses"]);
  const content = schemas.resolve(responses["200"])["content"];
  const json = isJsonObject(content) ? content["application/json"] : undefined;
  const examples =
    isJsonObject(json) && isJsonObject(json["examples"]) ? Object.values(json["examples"]) : [];
  return examples.map((example) => schemas.resolve(example)["value"]);
}
