/** The Kubernetes manifests: they fit together, they agree with the program, and the service could start with them. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { examineConfig } from "../../../src/service/settings/config.js";
import {
  API_PORT,
  CONTAINER_USER,
  deployFile,
  HEALTH_PATHS,
  packageJson,
  VARIABLES,
} from "../../support/deploy-files.js";
import { MANIFESTS, manifest, manifestFiles } from "../../support/kubernetes-manifests.js";

const deployment = manifest("deployment.yaml", MANIFESTS.Deployment);
const settings = manifest("config-map.yaml", MANIFESTS.ConfigMap);
const service = manifest("service.yaml", MANIFESTS.Service);
const budget = manifest("pod-disruption-budget.yaml", MANIFESTS.PodDisruptionBudget);
const policy = manifest("network-policy.yaml", MANIFESTS.NetworkPolicy);

const pod = deployment.spec.template.spec;
const [container] = pod.containers;
const environment = Object.fromEntries(container.env.map(({ name, value }) => [name, value]));

describe("the Kubernetes manifests", () => {
  it("are all read by this test", () => {
    expect([...manifestFiles()].sort()).toEqual([
      "config-map.yaml",
      "deployment.yaml",
      "network-policy.yaml",
      "pod-disruption-budget.yaml",
      "service.yaml",
    ]);
  });

  it("mean the same pods", () => {
    const { labels } = deployment.spec.template.metadata;
    const selectors = [
      deployment.spec.selector.matchLabels,
      service.spec.selector,
      budget.spec.selector.matchLabels,
      policy.spec.podSelector.matchLabels,
      ...pod.topologySpreadConstraints.map(({ labelSelector }) => labelSelector.matchLabels),
    ];
    expect(selectors).toEqual(selectors.map(() => labels));
  });

  it("run three replicas of this version, of which one at a time may be away", () => {
    expect(container.image).toBe(`registry.example.com/merge-queue:${packageJson().version}`);
    expect([deployment.spec.replicas, deployment.spec.strategy.rollingUpdate.maxUnavailable]).toEqual([3, 1]);
    expect(budget.spec.maxUnavailable).toBe(1);
  });

  it("run as the user that the container file makes", () => {
    const { runAsUser, runAsGroup, fsGroup } = pod.securityContext;
    expect([runAsUser, runAsGroup, fsGroup]).toEqual([CONTAINER_USER, CONTAINER_USER, CONTAINER_USER]);
  });

  it("mount each volume where something is kept, and nothing that is not there", () => {
    const mounts = container.volumeMounts;
    expect(mounts.map(({ name }) => name).sort()).toEqual(pod.volumes.map(({ name }) => name).sort());
    const written = mounts.filter(({ readOnly }) => readOnly !== true).map(({ mountPath }) => mountPath);
    expect(written).toEqual(["/data", "/tmp"]);
    expect(deployFile("container/Containerfile")).toContain("MERGE_QUEUE_DATA=/data");
  });

  it("ask for health where the program answers, on the port that it serves", () => {
    const { startupProbe, readinessProbe, livenessProbe, ports } = container;
    for (const { httpGet } of [startupProbe, readinessProbe, livenessProbe]) {
      expect([httpGet.port, HEALTH_PATHS.includes(httpGet.path)]).toEqual(["http", true]);
    }
    expect(ports).toEqual([{ name: "http", containerPort: API_PORT }]);
    expect(service.spec.ports.map(({ targetPort }) => targetPort)).toEqual(["http"]);
    expect(policy.spec.ingress.flatMap((rule) => rule.ports.map(({ port }) => port))).toEqual(["http"]);
  });

  it("leave a replica longer to stop than it takes at most", () => {
    const [, waits] = container.lifecycle.preStop.exec.command;
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(30 + Number(waits));
  });

  it("hold no secret, and set variables that the program reads", () => {
    expect(Object.keys(environment).filter((name) => !VARIABLES.has(name))).toEqual([]);
    expect(Object.keys(environment).filter((name) => /TOKEN|DATABASE/.test(name))).toEqual([
      "MERGE_QUEUE_API_TOKEN_FILE",
      "MERGE_QUEUE_DATABASE_URL_FILE",
    ]);
  });

  it("are settings that the service could start with", () => {
    const folder = mkdtempSync(join(tmpdir(), "merge-queue-kubernetes-"));
    const secrets = mountOf("secrets");
    try {
      writeFileSync(join(folder, "queue.yml"), settings.data["queue.yml"]);
      writeFileSync(join(folder, "api-token"), "a-token\n", { mode: 0o440 });
      writeFileSync(join(folder, "database-url"), "sqlite:/data/queue.sqlite\n", { mode: 0o440 });
      const here = Object.entries(environment).map(
        ([name, path]) => [name, path.replace(secrets, folder).replace(mountOf("settings"), folder)] as const,
      );
      const { problems, warnings, held } = examineConfig({
        environment: Object.fromEntries(here),
        flags: {},
      });
      expect([problems, warnings]).toEqual([[], []]);
      expect(held.get("repositories")?.shown).toContain("git.example.com/acme/shop=");
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

function mountOf(volume: string): string {
  return container.volumeMounts.find(({ name }) => name === volume)?.mountPath ?? "";
}
