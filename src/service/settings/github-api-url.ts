/** Where the API of a GitHub is, by the host that people see. */

/** GitHub itself, one with its data in another region, or an Enterprise Server. */
export function gitHubApiUrl(host: string): string {
  if (host === "github.com" || host.endsWith(".ghe.com")) return `https://api.${host}`;
  return `https://${host}/api/v3`;
}
