/** The base address of the API; it is checked once, before the token is sent anywhere. */

type ReadApiUrl =
  /** Without a slash at the end: an endpoint's path is `/` and its name. */
  { readonly ok: true; readonly url: string } | { readonly ok: false; readonly problem: string };

const LOOPBACK = /^(?:127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\]|localhost)$/;

/** Reads a base address such as `https://queue.example.com/v1`. Plain http is allowed only for loopback. */
export function readApiUrl(text: string): ReadApiUrl {
  const url = parsed(text.trim());
  if (url === null) return no("expected an address such as https://queue.example.com/v1");
  if (url.protocol !== "https:" && url.protocol !== "http:") return no("expected an address with https://");
  if (url.protocol === "http:" && !LOOPBACK.test(url.hostname)) {
    return no(
      "expected https://, because http:// would send the token unencrypted; http:// is for this machine only",
    );
  }
  if (url.username !== "" || url.password !== "") return no("expected an address without a name or password");
  if (url.search !== "" || url.hash !== "") return no("expected an address without ? and #");
  return { ok: true, url: `${url.origin}${url.pathname.replace(/\/+$/, "")}` };
}

function parsed(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

function no(problem: string): ReadApiUrl {
  return { ok: false, problem };
}
