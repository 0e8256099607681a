/** Reading as the service reads GitHub, for what it makes of the answers; the first page of a list only, and no writing. */
import type { Repository } from "../../../domain/repository.js";
import type { GitHubCalls, Parameters } from "../../forge/github/calls/github-calls.js";
import { ForgeError } from "../../ports/world-error.js";
import { type Questions, statusWords } from "./questions.js";

export function callsOf(questions: Questions): GitHubCalls {
  const ask = async (
    repository: Repository,
    route: string,
    parameters: Parameters = {},
    answers: readonly number[] = [],
  ) => {
    const answer = await questions.of(repository, addressOf(route, parameters));
    if (answer.status === 200 || answers.includes(answer.status)) return answer;
    const accepted = answer.header("x-accepted-github-permissions");
    const needed = answer.status === 403 && accepted !== null ? ` (it needs ${accepted})` : "";
    throw new ForgeError(`${statusWords(answer)}${needed}`, answer.status >= 500);
  };
  const get = async (repository: Repository, route: string, parameters?: Parameters) => {
    const { status, body } = await ask(repository, route, parameters, [404, 410]);
    return status === 200 ? body : null;
  };
  return {
    read: get,
    async list(repository, route, { under, ...parameters } = {}) {
      const body = await get(repository, route, { ...parameters, per_page: 100 });
      const items: unknown =
        under === undefined || typeof body !== "object" || body === null
          ? body
          : Object.entries(body).find(([name]) => name === under)?.[1];
      return isList(items) ? items : [];
    },
    async send(repository, method, route, parameters, answers = []) {
      if (method !== "GET") throw new ForgeError("the doctor changes nothing", false);
      const { status, body } = await ask(repository, route, parameters, answers);
      return { status, body };
    },
    close: () => Promise.resolve(),
  };
}

function addressOf(route: string, parameters: Parameters): string {
  const inPath = new Set([...route.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name));
  const path = route.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(parameters[name])),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters))
    if (!inPath.has(name)) query.set(name, String(value));
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
