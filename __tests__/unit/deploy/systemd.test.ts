/** The systemd unit: every line is one that systemd knows, and what it starts is the program as it is. */
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { STOP_DEADLINE_MS } from "../../../src/service/app/startup.js";
import { deployFile, VARIABLES } from "../../support/deploy-files.js";
import { itIfThere } from "../../support/if-there.js";
import { ROOT } from "../../support/source-files.js";

const UNIT = "systemd/merge-queue.service";

/** Of `man systemd.unit`, `systemd.service`, `systemd.exec`, `systemd.kill` and `systemd.resource-control`. */
const DIRECTIVES: Readonly<Record<string, string>> = {
  Unit: "Description Documentation Wants After",
  Service: [
    "Type User Group StateDirectory StateDirectoryMode WorkingDirectory Environment LoadCredential ExecStartPre ExecStart",
    "Restart RestartSec KillMode TimeoutStopSec OOMPolicy MemoryMax TasksMax NoNewPrivileges CapabilityBoundingSet",
    "AmbientCapabilities UMask ProtectSystem ProtectHome ReadWritePaths PrivateTmp PrivateDevices PrivateMounts",
    "ProtectClock ProtectControlGroups ProtectHostname ProtectKernelLogs ProtectKernelModules ProtectKernelTunables",
    "ProtectProc RemoveIPC RestrictAddressFamilies RestrictNamespaces RestrictRealtime RestrictSUIDSGID LockPersonality",
    "KeyringMode SystemCallArchitectures SystemCallFilter SystemCallErrorNumber",
  ].join(" "),
  Install: "WantedBy",
};

interface Line {
  readonly section: string;
  readonly directive: string;
  readonly value: string;
}

function linesOf(text: string): readonly Line[] {
  let section = "";
  return text.split("\n").flatMap((line) => {
    const [, name] = /^\[(\w+)\]$/.exec(line) ?? [];
    if (name !== undefined) section = name;
    if (name !== undefined || /^(#.*)?$/.test(line)) return [];
    const [, directive = line, value = ""] = /^(\w+)=(.*)$/.exec(line) ?? [];
    return [{ section, directive, value }];
  });
}

const lines = linesOf(deployFile(UNIT));
const values = (directive: string) =>
  lines.filter((line) => line.directive === directive).map(({ value }) => value);

describe("the systemd unit", () => {
  it("has only lines that systemd knows, where it knows them", () => {
    const wrong = lines.filter(
      ({ section, directive }) => !(DIRECTIVES[section] ?? "").split(" ").includes(directive),
    );
    expect(wrong).toEqual([]);
  });

  it("sets variables that the program reads", () => {
    const names = values("Environment").map((value) => value.split("=")[0] ?? "");
    expect(names.filter((name) => name !== "NODE_ENV" && !VARIABLES.has(name))).toEqual([]);
    expect(names).toContain("MERGE_QUEUE_API_TOKEN_FILE");
  });

  it("starts the program that is installed, after its settings were checked", () => {
    const program = "/usr/bin/node /opt/merge-queue/bin/merge-queue.js";
    expect([values("ExecStartPre"), values("ExecStart")]).toEqual([
      [`${program} serve --check-config`],
      [`${program} serve`],
    ]);
    expect(existsSync(join(ROOT, "bin/merge-queue.js"))).toBe(true);
    expect(values("Type")).toEqual(["exec"]);
  });

  it("gives the service longer to stop than it takes at most", () => {
    expect(Number(/^(\d+)s$/.exec(values("TimeoutStopSec")[0] ?? "")?.[1]) * 1000).toBeGreaterThan(
      STOP_DEADLINE_MS,
    );
  });

  it("lets the service gain no right, write to its own folders only, and come back after a crash", () => {
    const held = [
      "NoNewPrivileges",
      "ProtectSystem",
      "CapabilityBoundingSet",
      "UMask",
      "Restart",
      "ReadWritePaths",
    ];
    expect(held.map((directive) => values(directive))).toEqual([
      ["yes"],
      ["strict"],
      [""],
      ["0077"],
      ["on-failure"],
      ["-/srv/git"],
    ]);
    expect(values("StateDirectory").map((name) => `/var/lib/${name}`)).toEqual(values("WorkingDirectory"));
    expect(values("User")).toEqual([/^u (\S+) /m.exec(deployFile("systemd/merge-queue.sysusers.conf"))?.[1]]);
  });

  itIfThere(["systemd-analyze"], "is well-formed to systemd itself", () => {
    const folder = mkdtempSync(join(tmpdir(), "merge-queue-unit-"));
    try {
      const path = join(folder, "merge-queue.service");
      copyFileSync(join(ROOT, "deploy", UNIT), path);
      // It wants to see the program that is started.
      writeFileSync(path, deployFile(UNIT).replaceAll("/usr/bin/node ", `${process.execPath} `));
      const { status, stderr } = spawnSync("systemd-analyze", ["verify", path], { encoding: "utf8" });
      expect([status, stderr]).toEqual([0, ""]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
