/** The exchange of a code for the App with its key. Follows https://docs.github.com/en/rest/apps/apps#create-a-github-app-from-a-manifest */
import { presentUser } from "../present/user.js";
import { type Call, created, notFound, type Route } from "../route.js";

export const APP_MANIFEST_ROUTES: readonly Route[] = [
  { route: "POST /app-manifests/{code}/conversions", isPublic: true, answer: convert },
];

/** There is one App here, whose key was made before; it gets the name, permissions and webhook of the manifest. */
function convert(call: Call) {
  const { world } = call;
  const registration = world.registrations.open.get(call.name("code"));
  if (registration === undefined || world.app === null) throw notFound();
  world.registrations.open.delete(call.name("code"));
  world.registrations.registered.push(registration);
  const { manifest, owner } = registration;
  const hook = manifest["hook_attributes"];
  const hookUrl = typeof hook === "object" && hook !== null && "url" in hook ? String(hook.url) : null;
  world.webhooks.url = hookUrl;
  const callbacks = manifest["callback_urls"];
  world.signIns.callbacks = Array.isArray(callbacks) ? callbacks.map(String) : [];
  return created({
    ...world.app,
    node_id: "A_1",
    owner: presentUser(world, owner),
    name: manifest["name"],
    external_url: manifest["url"],
    html_url: `${world.webUrl}/github-apps/${world.app.slug}`,
    permissions: manifest["default_permissions"],
    events: manifest["default_events"] ?? [],
    client_id: world.signIns.clientId,
    client_secret: world.signIns.clientSecret,
    webhook_secret: hookUrl === null ? null : world.webhooks.secret,
    pem: world.appKey,
  });
}
