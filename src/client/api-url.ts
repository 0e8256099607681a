/** The base address of the API: checked once, before the token could go anywhere. */

type ReadApiUrl =
  /** Without a slash at the end: an endpoint is `/` and its name behind it. */
  { readonly ok: true; readonly url: string } | { readonly ok: false; readonly problem: string };

const LOOPBACK = /^(?:127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\]|localhost)$/;

/** Reads a base address such as `https://queue.example.com/v1`. Plain http is for loopback only. */
export function readApiUrl(text: string): ReadApiUrl {
  const url = parsed(text.trim());
  if (url === null) return no("expected an address such as https://queue.example.com/v1");
  if (url.protocol !== "https:" && url.protocol !== "http:") return no("expected an address with https://");
  if (url.protocol === "http:" && !LOOPBACK.test(url.hostname)) {
    return no("expected https://, because the token would travel readable; http:// is for this machine only");
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
