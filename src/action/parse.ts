/** Forms of inputs that are no more than a word or a line. */
import { accepted, type Parse, refused } from "../client/parse.js";

export const flag: Parse<boolean> = (text) =>
  text === "true" || text === "false" ? accepted(text === "true") : refused("true or false");

/** One of the words, in any case. */
export function oneOf<const Word extends string>(words: readonly Word[]): Parse<Word> {
  return (text) => {
    const word = words.find((known) => known.toLowerCase() === text.toLowerCase());
    return word === undefined ? refused(`one of ${words.join(", ")}`) : accepted(word);
  };
}

/** Any text that fits on one line. */
export const line: Parse<string> = (text) =>
  /[\u0000-\u001f\u007f-\u009f]/.test(text)
    ? refused("text without line breaks or control characters")
    : accepted(text);
