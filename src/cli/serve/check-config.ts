/** `serve --check-config`: what would hold and where each value comes from. Reads what the settings name, and changes nothing. */
import { type Examined, examineConfig } from "../../service/config.js";
import type { Sources } from "../../service/settings/layers.js";
import { SETTINGS } from "../../service/settings/settings.js";
import { EXIT, type ExitCode } from "../exit-codes.js";
import { plainText } from "../plain-text.js";
import type { Surroundings } from "../surroundings.js";
import { warn } from "./run-service.js";

export function checkConfig(sources: Sources, { stdout, stderr }: Surroundings): ExitCode {
  const examined = examineConfig(sources);
  stdout.write(tableOf(examined));
  warn(examined.warnings, stderr);
  if (examined.problems.length === 0) return EXIT.done;
  const lines = examined.problems.map((problem) => `  - ${plainText(problem)}\n`);
  stderr.write(`merge-queue could not serve with these settings:\n${lines.join("")}`);
  return EXIT.wrongUse;
}

function tableOf({ held }: Examined): string {
  const rows = [...held].map(([key, { shown, origin }]) => [
    SETTINGS[key].name,
    plainText(shown),
    plainText(origin),
  ]);
  const widths = [0, 1].map((column) =>
    Math.min(40, Math.max(...rows.map((row) => row[column]?.length ?? 0))),
  );
  return rows
    .map((row) => `${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")}\n`)
    .join("");
}
