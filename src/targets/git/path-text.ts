/**
 * Paths as git has them are bytes, and mostly UTF-8. Bytes that are not become lone surrogates, each byte one of its
 * own, so that two different paths never read the same.
 */

const STRICT = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const FIRST_SURROGATE = 0xdc00;

export function pathText(bytes: Uint8Array): string {
  try {
    return STRICT.decode(bytes);
  } catch {
    return Array.from(bytes, (byte) => String.fromCharCode(byte < 0x80 ? byte : FIRST_SURROGATE + byte)).join(
      "",
    );
  }
}

/** The parts of what `-z` separates, as bytes; what follows the last NUL is left out. */
export function* partsBetweenNuls(bytes: Buffer): Generator<Buffer> {
  let start = 0;
  for (let end = bytes.indexOf(0); end !== -1; end = bytes.indexOf(0, start)) {
    yield bytes.subarray(start, end);
    start = end + 1;
  }
}
