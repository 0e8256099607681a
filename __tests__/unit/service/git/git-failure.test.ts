/** Failures say what git said, whether trying again may help, and no secret. */
import { describe, expect, it } from "@jest/globals";
import { type GitSide, gitFailure, saysTurnedDown } from "../../../../src/service/git/git-failure.js";
import { AccessRefused } from "../../../../src/service/ports/world-error.js";

function failure(stderr: string, side: GitSide = "repository", exitCode: number | null = 128) {
  return gitFailure(
    { arguments: ["fetch", "--quiet"], side, repository: "example.com/acme/shop" },
    { exitCode, stdout: "", stderr },
  );
}

describe("a failure of git", () => {
  it("names the command, the repository and git's last words", () => {
    const words = Array.from({ length: 20 }, (_, index) => `line ${index}`).join("\n");
    expect(failure(words).message).toBe(
      "git fetch for example.com/acme/shop failed with exit code 128: " +
        "line 14 | line 15 | line 16 | line 17 | line 18 | line 19",
    );
    expect(failure("x".repeat(5000)).message.length).toBeLessThan(1200);
  });

  it("repeats no password out of an address", () => {
    const { message } = failure("fatal: unable to access 'https://bot:s3cret@example.com/x.git/': timeout");
    expect(message).not.toContain("s3cret");
    expect(message).toContain("https://***@example.com/x.git/");
  });

  it("repeats nothing of a password that has an @ in it", () => {
    const { message } = failure("fatal: 'https://bot:s3@cr@et@example.com/x' and mail@example.com");
    expect(message).toContain(": fatal: 'https://***@example.com/x' and mail@example.com");
  });

  it("repeats no token", () => {
    const token = `ghs_12345_eyJhbGciOiJSUzI1NiJ9.${"eyJpc3MiOjF9".repeat(40)}.c2lnbmF0-dXJl_x`;
    const header = Buffer.from(`x-access-token:${token}`).toString("base64");
    const { message } = failure(`remote: ${token}\nremote: Basic ${header}\nremote: github_pat_11AAAAsecret`);
    expect(message).toContain(": remote: *** | remote: Basic *** | remote: ***");
  });

  // A pattern that looks at all of it would take minutes or more.
  it("is found at once, however much git says in one line", () => {
    expect(failure("a".repeat(1_000_000)).message.length).toBeLessThan(1200);
    expect(failure(`https://bot:${"s3cret".repeat(100_000)}@example.com/x`).message).not.toContain("s3cret");
  });

  it.each([
    "fatal: unable to access 'https://example.com/': Could not resolve host: example.com",
    "fatal: the remote end hung up unexpectedly",
    "error: RPC failed; HTTP 503 curl 22 The requested URL returned error: 503",
    "fatal: unable to access 'https://example.com/': The requested URL returned error: 429",
    "! [remote rejected] main -> main (cannot lock ref 'refs/heads/main')",
  ])("is worth another try: %s", (words) => {
    expect(failure(words).retryable).toBe(true);
  });

  it.each([
    "fatal: unable to access 'https://example.com/': The requested URL returned error: 429",
    "remote: You have exceeded a secondary rate limit. Please wait a few minutes before you try again.",
    "remote: You have exceeded a secondary rate limit.\nfatal: unable to access 'https://example.com/x.git/': The requested URL returned error: 403",
  ])("that is a limit of the host is tried again after a minute, and is no refusal: %s", (words) => {
    expect(failure(words)).toMatchObject({ retryable: true, waitMs: 60_000 });
    expect(failure(words)).not.toBeInstanceOf(AccessRefused);
    expect(saysTurnedDown(failure(words).message)).toBe(false);
    expect(failure(words, "clone").waitMs).toBe(0);
  });

  it.each([
    ["remote: Permission to acme/shop.git denied to reader.", true],
    ["fatal: unable to access 'https://example.com/x.git/': The requested URL returned error: 403", true],
    ["error: remote unpack failed: error: insufficient permission for adding an object", true],
    ["remote: Repository not found.", false],
    ["fatal: malformed object: permission to read it is fine", false],
  ])("that is about what this process may do is told apart: %s", (words, isRefused) => {
    expect(failure(words) instanceof AccessRefused).toBe(isRefused);
    expect(failure(words, "clone")).not.toBeInstanceOf(AccessRefused);
  });

  it.each([
    "fatal: Authentication failed for 'https://example.com/'",
    "fatal: could not read Username for 'https://example.com': terminal prompts disabled",
    "git@example.com: Permission denied (publickey).",
    "remote: Repository not found.",
    "fatal: '/nowhere' does not appear to be a git repository",
    "! [remote rejected] main -> main (pre-receive hook declined)",
    "fatal: transport 'ext' not allowed",
    "fatal: unable to access 'https://example.com/': The requested URL returned error: 403",
  ])("stays until somebody does something: %s", (words) => {
    expect(failure(words).retryable).toBe(false);
  });

  it("of our own clone stays, unless the machine is full or busy", () => {
    expect(failure("fatal: bad object", "clone").retryable).toBe(false);
    expect(failure("fatal: write error: No space left on device", "clone").retryable).toBe(true);
    expect(failure("fatal: Unable to create '/x/index.lock': File exists.", "clone").retryable).toBe(true);
    expect(failure("", "clone", null)).toMatchObject({
      retryable: true,
      message: "git fetch for example.com/acme/shop was killed: ",
    });
  });
});
