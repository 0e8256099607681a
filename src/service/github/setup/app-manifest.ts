/** START HERE: the manifest from which GitHub registers the App, with the permissions and events that the service needs. */
import { NEEDED_PERMISSIONS, WANTED_EVENTS } from "../forge/access-needs.js";

export interface AppPlan {
  readonly name: string;
  /** The page that GitHub links to from the App. */
  readonly homepage: string;
  /** Null: GitHub sends no webhooks, and the service polls. */
  readonly webhookUrl: string | null;
  /** Where GitHub sends the browser with the code. */
  readonly redirectUrl: string;
  /** Where GitHub sends the browser of a person who signs in; null: people sign in with tokens. */
  readonly callbackUrl: string | null;
}

/** GitHub's limit. */
const LONGEST_NAME = 34;

/** Names of Apps are unique on all of GitHub, so the person may have to change it there. */
export function defaultAppName(owner: string): string {
  return `merge-queue-${owner}`.slice(0, LONGEST_NAME).replace(/-+$/, "");
}

/** https://docs.github.com/en/apps/sharing-github-apps/registering-a-github-app-from-a-manifest */
export function appManifest({ name, homepage, webhookUrl, redirectUrl, callbackUrl }: AppPlan): string {
  return JSON.stringify({
    name,
    url: homepage,
    description: "Tests each pull request on top of what lands before it, and lands only what passed.",
    public: false,
    redirect_url: redirectUrl,
    ...(callbackUrl !== null && { callback_urls: [callbackUrl] }),
    ...(webhookUrl !== null && { hook_attributes: { url: webhookUrl, active: true } }),
    default_permissions: NEEDED_ENTRIES,
    // GitHub sends events to the webhook only.
    ...(webhookUrl !== null && { default_events: WANTED_EVENTS }),
  });
}

const NEEDED_ENTRIES: Readonly<Record<string, string>> = Object.fromEntries(
  NEEDED_PERMISSIONS.map(({ name, level }) => [name, level]),
);
