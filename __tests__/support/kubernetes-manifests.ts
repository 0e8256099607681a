/** The manifests in `deploy/kubernetes` against the fields that Kubernetes knows and we use; any other is a slip. */
import { parseAllDocuments } from "yaml";
import * as z from "zod/mini";
import { deployFile, deployFiles } from "./deploy-files.js";

const NAME = "app.kubernetes.io/name";
const labels = z.strictObject({ [NAME]: z.string() });
const matchLabels = z.strictObject({ matchLabels: z.record(z.string(), z.string()) });
const metadata = z.strictObject({ name: z.literal("merge-queue"), labels });

const port = z.strictObject({ protocol: z.enum(["TCP", "UDP"]), port: z.union([z.number(), z.string()]) });
const httpProbe = z.strictObject({
  httpGet: z.strictObject({ path: z.string(), port: z.string() }),
  periodSeconds: z.optional(z.number()),
  timeoutSeconds: z.optional(z.number()),
  failureThreshold: z.optional(z.number()),
});

const container = z.strictObject({
  name: z.string(),
  image: z.string(),
  args: z.array(z.string()),
  env: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  ports: z.array(z.strictObject({ name: z.string(), containerPort: z.number() })),
  startupProbe: httpProbe,
  readinessProbe: httpProbe,
  livenessProbe: httpProbe,
  lifecycle: z.strictObject({
    preStop: z.strictObject({ exec: z.strictObject({ command: z.array(z.string()) }) }),
  }),
  resources: z.strictObject({
    requests: z.strictObject({ cpu: z.string(), memory: z.string() }),
    limits: z.strictObject({ memory: z.string() }),
  }),
  securityContext: z.strictObject({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.strictObject({ drop: z.tuple([z.literal("ALL")]) }),
  }),
  volumeMounts: z.array(
    z.strictObject({ name: z.string(), mountPath: z.string(), readOnly: z.optional(z.literal(true)) }),
  ),
});

const emptyDir = z.strictObject({ sizeLimit: z.string() });
const volume = z.union([
  z.strictObject({ name: z.string(), configMap: z.strictObject({ name: z.string() }) }),
  z.strictObject({
    name: z.string(),
    secret: z.strictObject({ secretName: z.string(), defaultMode: z.literal(0o440) }),
  }),
  z.strictObject({ name: z.string(), emptyDir }),
]);

const podSpec = z.strictObject({
  automountServiceAccountToken: z.literal(false),
  enableServiceLinks: z.literal(false),
  terminationGracePeriodSeconds: z.number(),
  securityContext: z.strictObject({
    runAsNonRoot: z.literal(true),
    runAsUser: z.number(),
    runAsGroup: z.number(),
    fsGroup: z.number(),
    seccompProfile: z.strictObject({ type: z.literal("RuntimeDefault") }),
  }),
  topologySpreadConstraints: z.array(
    z.strictObject({
      maxSkew: z.number(),
      topologyKey: z.string(),
      whenUnsatisfiable: z.literal("ScheduleAnyway"),
      labelSelector: matchLabels,
    }),
  ),
  containers: z.tuple([container]),
  volumes: z.array(volume),
});

export const MANIFESTS = {
  Deployment: z.strictObject({
    apiVersion: z.literal("apps/v1"),
    kind: z.literal("Deployment"),
    metadata,
    spec: z.strictObject({
      replicas: z.number(),
      selector: matchLabels,
      strategy: z.strictObject({
        type: z.literal("RollingUpdate"),
        rollingUpdate: z.strictObject({ maxUnavailable: z.number(), maxSurge: z.number() }),
      }),
      template: z.strictObject({ metadata: z.strictObject({ labels }), spec: podSpec }),
    }),
  }),
  ConfigMap: z.strictObject({
    apiVersion: z.literal("v1"),
    kind: z.literal("ConfigMap"),
    metadata,
    data: z.strictObject({ "queue.yml": z.string() }),
  }),
  Service: z.strictObject({
    apiVersion: z.literal("v1"),
    kind: z.literal("Service"),
    metadata,
    spec: z.strictObject({
      selector: labels,
      ports: z.array(z.strictObject({ name: z.string(), port: z.number(), targetPort: z.string() })),
    }),
  }),
  PodDisruptionBudget: z.strictObject({
    apiVersion: z.literal("policy/v1"),
    kind: z.literal("PodDisruptionBudget"),
    metadata,
    spec: z.strictObject({ maxUnavailable: z.number(), selector: matchLabels }),
  }),
  NetworkPolicy: z.strictObject({
    apiVersion: z.literal("networking.k8s.io/v1"),
    kind: z.literal("NetworkPolicy"),
    metadata,
    spec: z.strictObject({
      podSelector: matchLabels,
      policyTypes: z.tuple([z.literal("Ingress"), z.literal("Egress")]),
      ingress: z.array(
        z.strictObject({
          from: z.array(z.strictObject({ namespaceSelector: matchLabels })),
          ports: z.array(port),
        }),
      ),
      egress: z.array(
        z.strictObject({
          to: z.array(
            z.union([
              z.strictObject({
                namespaceSelector: z.optional(matchLabels),
                podSelector: matchLabels,
              }),
              z.strictObject({
                ipBlock: z.strictObject({ cidr: z.string(), except: z.array(z.string()) }),
              }),
            ]),
          ),
          ports: z.array(port),
        }),
      ),
    }),
  }),
} as const;

/** Throws on a document that is not as the schema says, or has a field that nobody knows. */
export function manifest<Schema extends z.ZodMiniType>(file: string, schema: Schema): z.infer<Schema> {
  const [document, ...others] = parseAllDocuments(deployFile(`kubernetes/${file}`), { strict: true });
  if (document === undefined || others.length > 0) throw new Error(`${file}: expected one document`);
  if ("errors" in document && document.errors.length > 0) throw new Error(document.errors.join("\n"));
  return z.parse(schema, document.toJS());
}

export function manifestFiles(): readonly string[] {
  return deployFiles().flatMap((path) =>
    path.startsWith("kubernetes/") ? [path.slice("kubernetes/".length)] : [],
  );
}
