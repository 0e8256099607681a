/** Which posted forms count as posted by a page of the service. */
import { expect, it } from "@jest/globals";
import { isSameOrigin } from "../../../../src/service/dashboard/requests/read-form.js";

const HOST = "queue.example:8080";
const OWN = "http://queue.example:8080";

it.each([
  [{ origin: OWN, fetchSite: "same-origin", host: HOST }, null, true],
  [{ origin: OWN, fetchSite: undefined, host: HOST }, null, true],
  [{ origin: undefined, fetchSite: "same-origin", host: HOST }, null, true],
  // A proxy that passes on its own host, and ends TLS.
  [
    { origin: "https://queue.example", fetchSite: "same-origin", host: "10.0.0.7:8080" },
    "https://queue.example",
    true,
  ],
  [{ origin: "https://queue.example", fetchSite: "same-origin", host: "10.0.0.7:8080" }, null, false],
  [{ origin: "https://evil.example", fetchSite: "same-origin", host: HOST }, null, false],
  [{ origin: "http://queue.example:9090", fetchSite: undefined, host: HOST }, null, false],
  [{ origin: OWN, fetchSite: "cross-site", host: HOST }, null, false],
  [{ origin: OWN, fetchSite: "same-site", host: HOST }, null, false],
  [{ origin: OWN, fetchSite: "none", host: HOST }, null, false],
  [{ origin: "null", fetchSite: undefined, host: HOST }, null, false],
  [{ origin: "not a url", fetchSite: undefined, host: HOST }, null, false],
  [{ origin: undefined, fetchSite: undefined, host: HOST }, null, false],
  [{ origin: undefined, fetchSite: undefined, host: undefined }, null, false],
])("%j with the public address %s: %s", (from, publicUrl, expected) => {
  expect(isSameOrigin(from, publicUrl)).toBe(expected);
});
