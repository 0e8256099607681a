/** The door in https: what it speaks, what it says to browsers, and certificates that are renewed while it is open. */
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, type SecureVersion, type TLSSocket } from "node:tls";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import {
  type OpenHttpServer,
  openHttpServer,
  readTlsFiles,
  TlsError,
} from "../../../../src/service/http/open-http-server.js";
import type { Log } from "../../../../src/service/ports/log.js";
import { apiWorld } from "../../../support/api-world.js";
import { manualClock } from "../../../support/manual-clock.js";
import { RawClient } from "../../../support/raw-client.js";
import { selfSigned } from "../../../support/self-signed.js";

let folder = "";
let files = { certificate: "", key: "" };
let clock = manualClock();
let lines: string[] = [];
let door: OpenHttpServer | null = null;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tls-"));
  files = { certificate: join(folder, "tls.crt"), key: join(folder, "tls.key") };
  clock = manualClock();
  lines = [];
  write("first.example");
});

afterEach(async () => {
  await door?.close();
  door = null;
  rmSync(folder, { recursive: true });
});

/** As tools that renew certificates do it: a whole file takes the place of the one before. */
function write(commonName: string, parts: Partial<ReturnType<typeof selfSigned>> = {}): void {
  const { cert, key } = { ...selfSigned(commonName), ...parts };
  for (const [path, text] of [
    [files.certificate, cert],
    [files.key, key],
  ] as const) {
    writeFileSync(`${path}.new`, text);
    renameSync(`${path}.new`, path);
  }
}

async function open(): Promise<OpenHttpServer> {
  const { app } = await apiWorld({ endsTls: true });
  const note = (_fields: object, message: string) => void lines.push(message);
  const log: Log = { debug: () => undefined, info: note, warn: note, error: note };
  const settings = { listen: { host: "127.0.0.1", port: 0 }, tls: files, maxConnections: 100 };
  door = await openHttpServer(app, settings, { clock, log });
  return door;
}

/** Whom a new connection meets; the error's code when there is none. */
async function met(at: OpenHttpServer, maxVersion: SecureVersion = "TLSv1.3"): Promise<string> {
  const minVersion = maxVersion === "TLSv1.3" ? "TLSv1.2" : maxVersion;
  const ciphers = "DEFAULT:@SECLEVEL=0";
  const port = Number(new URL(at.url).port);
  const socket: TLSSocket = connect({
    host: "127.0.0.1",
    port,
    rejectUnauthorized: false,
    minVersion,
    maxVersion,
    ciphers,
  });
  return new Promise((resolve) => {
    socket.once("secureConnect", () => {
      resolve(`${String(socket.getPeerCertificate().subject.CN)} ${String(socket.getProtocol())}`);
      socket.destroy();
    });
    socket.once("error", (error: Error) => resolve("code" in error ? String(error.code) : error.message));
  });
}

describe("a door with a certificate", () => {
  it("is reached in https, and tells browsers to stay there", async () => {
    const { url } = await open();
    expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    const headers = await new Promise((resolve, reject) => {
      request(`${url}/healthz`, { rejectUnauthorized: false, agent: false }, (answer) => {
        answer.resume().once("end", () => resolve({ status: answer.statusCode, ...answer.headers }));
      })
        .once("error", reject)
        .end();
    });
    expect(headers).toMatchObject({ status: 200, "strict-transport-security": "max-age=31536000" });
  });

  it("speaks TLS 1.2 and 1.3, and nothing older", async () => {
    const at = await open();
    expect(await met(at)).toBe("first.example TLSv1.3");
    expect(await met(at, "TLSv1.2")).toBe("first.example TLSv1.2");
    expect(await met(at, "TLSv1.1")).toMatch(/^(ERR_SSL|ECONNRESET|EPROTO)/);
  });

  it("answers nothing in plain http", async () => {
    const { url } = await open();
    const plain = await RawClient.open(url.replace("https", "http"));
    expect(await plain.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n").ends()).not.toContain("200");
    plain.close();
  });
});

describe("a certificate", () => {
  it("that was renewed serves new connections within ten seconds", async () => {
    const at = await open();
    await looked();
    write("second.example");
    await clock.advance(10_000);
    await told("serving with the renewed certificate");
    expect(await met(at)).toBe("second.example TLSv1.3");
  });

  it("that cannot be used leaves the one before in place, until it can", async () => {
    const at = await open();
    await looked();
    write("second.example", { key: selfSigned("third.example").key });
    await clock.advance(10_000);
    await told("the new certificate cannot be used: serving with the previous one");
    expect(await met(at)).toBe("first.example TLSv1.3");
    await looked();
    rmSync(files.key);
    await clock.advance(10_000);
    await looked();
    expect(await met(at)).toBe("first.example TLSv1.3");
    write("fourth.example");
    await clock.advance(10_000);
    await told("serving with the renewed certificate");
    expect(await met(at)).toBe("fourth.example TLSv1.3");
  });

  it("that is not there keeps the door shut, naming the file and nothing in it", async () => {
    await expect(readTlsFiles({ ...files, key: join(folder, "nowhere") })).rejects.toThrow(
      `${join(folder, "nowhere")} cannot be read (ENOENT): expected a PEM file for TLS`,
    );
    writeFileSync(files.key, "-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----\n");
    const failing = readTlsFiles(files);
    await expect(failing).rejects.toThrow(TlsError);
    await expect(failing).rejects.not.toThrow("c2VjcmV0");
  });

  /** The first look tells the watch how the files are. */
  async function looked(): Promise<void> {
    const deadline = Date.now() + 5000;
    while (clock.pending().length === 0) {
      if (Date.now() > deadline) throw new Error("nobody looked at the files");
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  async function told(message: string): Promise<void> {
    const deadline = Date.now() + 5000;
    while (!lines.includes(message)) {
      if (Date.now() > deadline) throw new Error(`nobody said ${message}`);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
});
