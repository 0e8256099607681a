/** The manifest of the setup asks for the same as the one for registration by hand. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { appManifest, defaultAppName } from "../../../../../src/service/github/setup/app-manifest.js";
import { ROOT } from "../../../../support/source-files.js";

const plan = {
  name: "merge-queue of acme",
  homepage: "https://queue.example.com",
  webhookUrl: "https://queue.example.com/github/webhooks",
  redirectUrl: "https://queue.example.com/",
  callbackUrl: "https://queue.example.com/sign-in/github/callback",
};

it("is the published manifest, with the addresses of the plan", () => {
  const published: unknown = JSON.parse(readFileSync(join(ROOT, "deploy/github/app-manifest.json"), "utf8"));
  expect(JSON.parse(appManifest(plan))).toEqual(published);
});

it("has neither a webhook nor events when the service has no public address", () => {
  const manifest: unknown = JSON.parse(appManifest({ ...plan, webhookUrl: null, callbackUrl: null }));
  expect(manifest).not.toHaveProperty("hook_attributes");
  expect(manifest).not.toHaveProperty("default_events");
  expect(manifest).not.toHaveProperty("callback_urls");
});

it("names the App after the owner, within GitHub's limit", () => {
  expect(defaultAppName("acme")).toBe("merge-queue-acme");
  expect(defaultAppName("an-organization-with-a-very-long-name").length).toBeLessThanOrEqual(34);
  expect(defaultAppName("an-organization-with-x-very")).not.toMatch(/-$/);
});
