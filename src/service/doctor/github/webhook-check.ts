/** Checks that GitHub's webhooks reach the service: their address, their events, and the last deliveries. */
import * as z from "zod/mini";
import { WANTED_EVENTS } from "../../github/forge/access-needs.js";
import { broken, type Check, doubtful, type Found, fine, RestsOn } from "../finding.js";
import { IDENTITY_CHECK, type Questions, statusWords, type Told, told } from "./questions.js";

export interface WebhookSettings {
  /** Whether the service has the secret. */
  readonly hasSecret: boolean;
  readonly publicUrl: string | null;
  /** The path at which the service receives webhooks. */
  readonly path: string;
}

const hookConfig = z.object({
  url: z.nullish(z.string()),
  content_type: z.optional(z.string()),
  secret: z.nullish(z.string()),
  insecure_ssl: z.optional(z.union([z.string(), z.number()])),
});
type HookConfig = z.infer<typeof hookConfig>;

const deliveries = z.array(
  z.object({ delivered_at: z.string(), status_code: z.number(), event: z.string() }),
);
type Delivery = z.infer<typeof deliveries>[number];

const SET_SECRET = "set `githubWebhookSecret` to the secret of the App's webhook";

export function webhookCheck(questions: Questions, settings: WebhookSettings): Check {
  return {
    name: "GitHub webhooks",
    look: async () => {
      if (questions.access.kind === "token") return [ofToken(settings)];
      const { body: app } = await questions.app();
      if (app === null) throw new RestsOn(IDENTITY_CHECK);
      const config = told(hookConfig, await questions.asApp("/app/hook/config"));
      if (config.body === null) return [notConfigured(config, settings)];
      const { url } = config.body;
      if (url === undefined || url === null || url === "") return [notConfigured(config, settings)];
      return [
        ...configFindings(config.body, url, settings),
        ...eventFindings(app.events ?? []),
        ...(await deliveryFindings(questions)),
      ];
    },
  };
}

function ofToken({ hasSecret, path }: WebhookSettings): Found {
  if (!hasSecret) return fine("the service receives none; it polls every 10 s");
  return doubtful(
    "a token does not show whether the repositories send webhooks",
    `check in their settings that a webhook goes to ${path} of the service, as application/json, with the secret and each event that docs/how-to/github-app.md names`,
  );
}

function notConfigured({ answer }: Told<HookConfig>, { hasSecret, path }: WebhookSettings): Found {
  const reason = answer.status === 200 ? "" : `: ${statusWords(answer)}`;
  const says = `the App has no webhook${reason}`;
  const next = `set the webhook in the App's settings to https://YOUR-SERVICE${path}, with a secret, and ${SET_SECRET}`;
  return doubtful(
    `${says}; ${hasSecret ? "the service expects them" : "the service polls every 10 s"}`,
    next,
  );
}

function configFindings(
  { content_type: type, secret, insecure_ssl: insecure }: HookConfig,
  url: string,
  { hasSecret, publicUrl, path }: WebhookSettings,
): readonly Found[] {
  const where = "in the App's settings";
  const isSecret = secret !== undefined && secret !== null && secret !== "";
  const found = [
    ...urlFindings(url, publicUrl, path),
    ...(isSecret
      ? []
      : [broken("they are not signed, so the service refuses them", `set a secret ${where}`)]),
    ...(hasSecret
      ? []
      : [doubtful("they are sent, but the service has no secret and refuses them", SET_SECRET)]),
    ...(type === undefined || type === "json"
      ? []
      : [broken("their content type is a form; expected application/json", `set the content type ${where}`)]),
    ...(String(insecure ?? "0") === "0"
      ? []
      : [
          doubtful(
            "GitHub does not verify the certificate of the service",
            `turn SSL verification on ${where}`,
          ),
        ]),
  ];
  return found.length > 0 ? found : [fine(`they go to ${url}, signed`)];
}

function urlFindings(url: string, publicUrl: string | null, path: string): readonly Found[] {
  const next = "set the webhook's URL in the App's settings";
  if (!URL.canParse(url) || !new URL(url).pathname.endsWith(path)) {
    return [broken(`they go to ${url}; expected an address that ends in ${path}`, next)];
  }
  if (publicUrl === null || !URL.canParse(publicUrl) || new URL(publicUrl).host === new URL(url).host)
    return [];
  return [
    doubtful(
      `they go to ${url}, but the service's public address is ${publicUrl}`,
      `${next}, or correct \`publicUrl\``,
    ),
  ];
}

function eventFindings(events: readonly string[]): readonly Found[] {
  const missing = WANTED_EVENTS.filter((event) => !events.includes(event));
  if (missing.length === 0) return [fine("the App is subscribed to every needed event")];
  const says = `the App is not subscribed to ${missing.join(", ")}: the service notices these changes later, by polling`;
  return [doubtful(says, "subscribe to them in the App's settings, under Permissions & events")];
}

async function deliveryFindings(questions: Questions): Promise<readonly Found[]> {
  const { answer, body } = told(deliveries, await questions.asApp("/app/hook/deliveries?per_page=30"));
  if (body === null)
    return [doubtful(`recent deliveries cannot be seen: ${statusWords(answer)}`, "run the doctor again")];
  const [last] = [...body].sort((a, b) => Date.parse(b.delivered_at) - Date.parse(a.delivered_at));
  if (last === undefined) return [fine("GitHub has sent none yet")];
  const failed = body.filter((one) => !isAccepted(one));
  if (failed.length === 0) return [fine(`the last ${body.length} were accepted`)];
  const says = `${failed.length} of the last ${body.length} were not accepted`;
  const next =
    "redeliver them under Advanced in the App's settings; the service also finds these changes by polling";
  if (isAccepted(last)) return [doubtful(`${says}, but the newest was accepted`, next)];
  return [broken(`${says}, including the newest, ${last.event}: ${answeredWith(last)}`, adviceFor(last))];
}

function isAccepted({ status_code: status }: Delivery): boolean {
  return status >= 200 && status < 300;
}

function answeredWith({ status_code: status }: Delivery): string {
  return status === 0 ? "there was no answer" : `the answer was ${status}`;
}

function adviceFor({ status_code: status }: Delivery): string {
  switch (status) {
    case 401:
      return "give the App and the service the same secret";
    case 404:
      return `check that the address leads to the service, and ${SET_SECRET}: without it the path does not exist`;
    default:
      return "check that the service runs and that GitHub reaches it at that address";
  }
}
