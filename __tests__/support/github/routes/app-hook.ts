/** The App's webhook, and what GitHub says of itself. Follows https://docs.github.com/en/rest/apps/webhooks */

import { type Call, listed, notFound, ok, REPOSITORY, Refusal, type Route, textOf } from "../route.js";
import type { Delivery } from "../webhooks.js";

export const APP_HOOK_ROUTES: readonly Route[] = [
  { route: "GET /app/hook/config", answer: (call) => ok(config(asApp(call))) },
  {
    route: "PATCH /app/hook/config",
    answer: (call) => {
      const { webhooks } = asApp(call).world;
      webhooks.url = textOf(call.body, "url") ?? webhooks.url;
      webhooks.secret = textOf(call.body, "secret") ?? webhooks.secret;
      return ok(config(call));
    },
  },
  {
    route: "GET /app/hook/deliveries",
    answer: (call) => listed(call, asApp(call).world.webhooks.deliveries.toReversed().map(presentDelivery)),
  },
  {
    route: "GET /app/hook/deliveries/{id}",
    answer: (call) => {
      const delivery = asApp(call).world.webhooks.deliveries.find(({ id }) => id === Number(call.name("id")));
      if (delivery === undefined) throw notFound();
      const payload: unknown = JSON.parse(delivery.body);
      return ok({ ...presentDelivery(delivery), request: { payload } });
    },
  },
  {
    route: "POST /app/hook/deliveries/{id}/attempts",
    answer: (call) => {
      if (!asApp(call).world.webhooks.redeliver(Number(call.name("id")))) throw notFound();
      return { status: 202, body: {} };
    },
  },
  /** For a token there is no App: the repository has the webhook. https://docs.github.com/en/rest/repos/webhooks */
  { route: `GET ${REPOSITORY}/hooks`, needs: "repository_hooks: read", answer: listHooks },
  {
    route: `GET ${REPOSITORY}/hooks/{id}/deliveries`,
    needs: "repository_hooks: read",
    answer: (call) => listed(call, call.world.webhooks.deliveries.toReversed().map(presentDelivery)),
  },
  /** https://docs.github.com/en/rest/meta/meta#get-github-meta-information: an Enterprise Server names its version. */
  {
    route: "GET /meta",
    answer: () => ok({ verifiable_password_authentication: true, installed_version: "3.17.0" }),
  },
];

/** These are for the App itself: https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app/authenticating-as-a-github-app */
function asApp(call: Call): Call {
  if (!call.caller.token.startsWith("eyJ")) throw new Refusal(401, "A JSON web token could not be decoded");
  return call;
}

function listHooks(call: Call) {
  const hook = { id: 1, name: "web", active: true, events: ["*"], config: config(call) };
  return listed(call, call.world.webhooks.url === null ? [] : [hook]);
}

function config({ world }: Call) {
  return {
    content_type: "json",
    insecure_ssl: "0",
    secret: "********",
    ...(world.webhooks.url === null ? {} : { url: world.webhooks.url }),
  };
}

function presentDelivery({ id, guid, event, action, deliveredAt, status }: Delivery) {
  const good = status >= 200 && status < 300;
  return {
    id,
    guid,
    delivered_at: deliveredAt,
    redelivery: false,
    duration: 0.01,
    status: good ? "OK" : "Invalid HTTP Response",
    status_code: status,
    event,
    action,
    installation_id: 1,
  };
}
