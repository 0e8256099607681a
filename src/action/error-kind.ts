/** What the output `error-kind` may say beside `wrong-input`, `failed`, `cancelled` and `internal`. */
import type { ErrorKind } from "../client/errors.js";

/** The client's word, spelled as the words of an output are: `notFound` is `not-found`. */
export function errorKindInWords(kind: ErrorKind): string {
  return kind.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
