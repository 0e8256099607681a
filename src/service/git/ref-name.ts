/** Names that git accepts for refs. A name that it does not accept belongs to no ref. */

/** As `git check-ref-format` decides, for full names such as `refs/heads/main`. */
export function isRefName(name: string): boolean {
  return (
    name.startsWith("refs/") &&
    !/[\0-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|\/\.|\.lock(?:\/|$)|[/.]$/.test(name) &&
    Buffer.byteLength(name) <= 1_000
  );
}
