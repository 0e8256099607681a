/** Reads the inputs as values. An invalid text is an `InputError` that names the input. */
import { shown } from "../client/message-words.js";
import { InputError } from "./input-error.js";
import { INPUTS, type InputName, type InputValues, isInputName } from "./inputs.js";

/** The source of the texts: the step's `with:` and the environment. A missing text is empty. */
export interface InputTexts {
  input(name: string): string;
  environment(name: string): string;
}

export class InputReader {
  readonly #texts: InputTexts;

  constructor(texts: InputTexts) {
    this.#texts = texts;
  }

  /** Whether the workflow gives a value other than the default. */
  isGiven(name: InputName): boolean {
    const text = this.#given(name);
    return text !== "" && text !== INPUTS[name].default;
  }

  /** The given value or the default; undefined when there is neither. */
  value<Name extends InputName>(name: Name): InputValues[Name] | undefined {
    const text = this.#given(name) || defaultText(name);
    if (text === "") return undefined;
    const parsed = INPUTS[name].parse(text);
    if (parsed.ok) return parsed.value;
    const value = INPUTS[name].isSecret === true ? "the value (not shown)" : shown(text);
    throw new InputError(this.#nameOf(name), `${value} is not accepted; expected ${parsed.expected}.`);
  }

  required<Name extends InputName>(name: Name): InputValues[Name] {
    const value = this.value(name);
    if (value !== undefined) return value;
    const { environment } = INPUTS[name];
    const elsewhere = environment === undefined ? "" : `, or the variable ${environment}`;
    const empty = INPUTS[name].parse("");
    const expected = empty.ok ? "a value" : empty.expected;
    throw new InputError(name, `is missing or empty; expected ${expected}${elsewhere}.`);
  }

  /** Throws for the first invalid text, whether or not the operation needs it. */
  checkAll(): void {
    for (const name of Object.keys(INPUTS).filter(isInputName)) this.value(name);
  }

  #given(name: InputName): string {
    const { environment } = INPUTS[name];
    const text = this.#texts.input(name);
    return text === "" && environment !== undefined ? this.#texts.environment(environment).trim() : text;
  }

  #nameOf(name: InputName): string {
    const { environment } = INPUTS[name];
    const isFromEnvironment = environment !== undefined && this.#texts.input(name) === "";
    return isFromEnvironment ? `${name} (from ${environment})` : name;
  }
}

/** Only the runner can evaluate an expression. */
function defaultText(name: InputName): string {
  const text = INPUTS[name].default ?? "";
  return text.startsWith("${{") ? "" : text;
}
