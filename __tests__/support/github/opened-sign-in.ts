/** The person's browser at GitHub: the page of the authorization answers with a redirect. */
export async function opened(authorizationUrl: string): Promise<URL> {
  const response = await fetch(authorizationUrl, { redirect: "manual" });
  if (response.status !== 302) throw new Error(`GitHub answered the browser with ${response.status}`);
  return new URL(response.headers.get("location") ?? "");
}
