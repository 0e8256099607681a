/**
 * Returns the options of one call as parsed values. Throws a `UsageError` that names the option when its text is not
 * accepted.
 */

import { shown } from "../../client/message-words.js";
import type { Parse } from "../../client/parse.js";
import { MissingInput, UsageError } from "./missing-input.js";
import {
  type OptionName,
  type OptionValues,
  spellingOf,
  TEXT_OPTIONS,
  type TextOptionName,
} from "./options.js";

export { UsageError } from "./missing-input.js";

export type Environment = Readonly<Record<string, string | undefined>>;

export class OptionReader {
  readonly #given: Readonly<Record<string, unknown>>;
  readonly #environment: Environment;

  constructor(given: Readonly<Record<string, unknown>>, environment: Environment) {
    this.#given = given;
    this.#environment = environment;
  }

  /** Whether the option was given, with or without a value. */
  isGiven(name: OptionName): boolean {
    const value = this.#given[name];
    return name === "batch" ? value === false : value !== undefined;
  }

  /** All values of a repeatable option. */
  texts(name: OptionName): readonly string[] {
    const given = this.#given[name];
    return Array.isArray(given) ? given.map(String) : [];
  }

  /** The value from the command line, then the environment, then the default; undefined if none is set. */
  value<Name extends TextOptionName>(name: Name): OptionValues[Name] | undefined {
    const given = this.#given[name];
    const { environment, byDefault, parse } = TEXT_OPTIONS[name];
    if (typeof given === "string") return accepted(spellingOf(name), given, parse);
    const fromEnvironment = environment === undefined ? "" : (this.#environment[environment]?.trim() ?? "");
    if (fromEnvironment !== "") return accepted(environment ?? "", fromEnvironment, parse);
    return byDefault === undefined ? undefined : accepted(spellingOf(name), byDefault, parse);
  }

  required<Name extends TextOptionName>(name: Name): OptionValues[Name] {
    const value = this.value(name);
    if (value !== undefined) return value;
    const { environment, description } = TEXT_OPTIONS[name];
    const elsewhere = environment === undefined ? "" : `, or set ${environment}`;
    throw new MissingInput(`${spellingOf(name)} is missing (${description})${elsewhere}.`);
  }
}

/** `source` is the option, variable or argument that the user has to correct. */
export function accepted<Value>(source: string, text: string, parse: Parse<Value>): Value {
  const parsed = parse(text);
  if (parsed.ok) return parsed.value;
  throw new UsageError(`${source} ${shown(text)} is not accepted; expected ${parsed.expected}.`);
}
