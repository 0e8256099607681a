/** Which base addresses may be given the token. */
import { describe, expect, it } from "@jest/globals";
import { readApiUrl } from "../../../src/client/api-url.js";

describe("readApiUrl", () => {
  const accepted: readonly (readonly [text: string, url: string])[] = [
    ["https://queue.example.com/v1", "https://queue.example.com/v1"],
    ["https://queue.example.com/v1/", "https://queue.example.com/v1"],
    ["  https://queue.example.com/v1//\n", "https://queue.example.com/v1"],
    ["https://queue.example.com:8443/queue/v1", "https://queue.example.com:8443/queue/v1"],
    ["HTTPS://Queue.Example.com/V1", "https://queue.example.com/V1"],
    ["https://queue.example.com", "https://queue.example.com"],
    ["http://127.0.0.1:8080/v1", "http://127.0.0.1:8080/v1"],
    ["http://127.9.8.7/v1", "http://127.9.8.7/v1"],
    ["http://0x7f000001/v1", "http://127.0.0.1/v1"],
    ["http://[::1]:8080/v1", "http://[::1]:8080/v1"],
    ["http://localhost:8080/v1/", "http://localhost:8080/v1"],
  ];
  for (const [text, url] of accepted) {
    it(`accepts ${JSON.stringify(text)}`, () => expect(readApiUrl(text)).toEqual({ ok: true, url }));
  }

  const refused: readonly (readonly [text: string, problem: string])[] = [
    ["", "an address such as"],
    ["queue.example.com/v1", "an address such as"],
    ["/v1", "an address such as"],
    ["https://", "an address such as"],
    ["ftp://queue.example.com/v1", "an address with https://"],
    ["file:///v1", "an address with https://"],
    ["http://queue.example.com/v1", "expected https://"],
    ["http://127.0.0.1.example.com/v1", "expected https://"],
    ["http://localhost.example.com/v1", "expected https://"],
    ["http://10.0.0.1/v1", "expected https://"],
    ["http://[::2]/v1", "expected https://"],
    ["http://128.0.0.1/v1", "expected https://"],
    ["https://user:pass@queue.example.com/v1", "without a name or password"],
    ["https://queue.example.com/v1?a=1", "without ? and #"],
    ["https://queue.example.com/v1#a", "without ? and #"],
  ];
  for (const [text, problem] of refused) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      expect(readApiUrl(text)).toEqual({ ok: false, problem: expect.stringContaining(problem) });
    });
  }
});
