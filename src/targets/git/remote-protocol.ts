/** The protocol that an address is fetched by, in git's own word for it; it alone is allowed for the call. */

const PROTOCOLS: ReadonlyMap<string, string> = new Map([
  ["https", "https"],
  ["http", "http"],
  ["ssh", "ssh"],
  ["git+ssh", "ssh"],
  ["ssh+git", "ssh"],
  ["git", "git"],
  ["file", "file"],
]);

/** Empty, which allows none, for a remote helper such as `ext::`: it is a program that the address names. */
export function remoteProtocol(url: string): string {
  if (/^[^/:]*::/.test(url)) return "";
  const [, scheme] = /^([^/:]+):\/\//.exec(url) ?? [];
  if (scheme !== undefined) return PROTOCOLS.get(scheme) ?? "";
  const isPath = /^(?:[^:]*$|[^:]*\/|[a-z]:[\\/])/i.test(url);
  return isPath ? "file" : "ssh";
}
