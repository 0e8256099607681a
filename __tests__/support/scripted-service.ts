/** The API as a script: what each endpoint answers, one call after the other, the last answer for ever. */
import type { EndpointName } from "../../src/contract/endpoints.js";
import { answersJson, type Fault, FaultyServer, type ReceivedRequest } from "./faulty-server.js";

export type Script = Partial<Record<EndpointName, readonly Fault[]>>;

export const OK = answersJson(200, {});

export function refuses(status: number, code: string, message = "no, for a reason"): Fault {
  return answersJson(status, { error: { code, message } });
}

/** What is not in the script is not found. */
export function startScriptedService(script: Script): Promise<FaultyServer> {
  const turns = new Map<string, number>();
  return FaultyServer.start([
    (socket, request) => {
      const name = endpointOf(request);
      const turn = turns.get(name) ?? 0;
      turns.set(name, turn + 1);
      const answers = Object.entries(script).find(([endpoint]) => endpoint === name)?.[1] ?? [];
      const answer = answers[Math.min(turn, answers.length - 1)] ?? refuses(404, "NOT_FOUND");
      answer(socket, request);
    },
  ]);
}

function endpointOf({ path }: ReceivedRequest): string {
  return path.replace(/^\/v1\//, "").replace(/\?.*/, "");
}

export function endpointsOf(server: FaultyServer): readonly string[] {
  return server.requests.map(endpointOf);
}

export function bodyOf(request: ReceivedRequest | undefined): unknown {
  return JSON.parse(request?.body.toString() ?? "null");
}
