/** The protocol of an address to fetch from, in git's spelling. Only this protocol is allowed for the call. */

const PROTOCOLS: ReadonlyMap<string, string> = new Map([
  ["https", "https"],
  ["http", "http"],
  ["ssh", "ssh"],
  ["git+ssh", "ssh"],
  ["ssh+git", "ssh"],
  ["git", "git"],
  ["file", "file"],
]);

/** Empty, which allows none, for a remote helper such as `ext::`, because the address then names a program. */
export function remoteProtocol(url: string): string {
  if (/^[^/:]*::/.test(url)) return "";
  const [, scheme] = /^([^/:]+):\/\//.exec(url) ?? [];
  if (scheme !== undefined) return PROTOCOLS.get(scheme) ?? "";
  const isPath = /^(?:[^:]*$|[^:]*\/|[a-z]:[\\/])/i.test(url);
  return isPath ? "file" : "ssh";
}
