/**
 * The API as tests of it meet it: what it answers against its own OpenAPI document becomes 599, so that no test can
 * pass on it, and none has to ask.
 */
import type { Visitor } from "../../src/service/http/response.js";
import type { AnswerChecker } from "./answer-checker.js";

interface App {
  fetch(request: Request, visitor?: Visitor): Response | Promise<Response>;
}

export interface CheckedApi {
  fetch(request: Request, visitor?: Visitor): Promise<Response>;
  request(path: string, init?: RequestInit): Promise<Response>;
}

export function checkedApi(app: App, check: AnswerChecker): CheckedApi {
  async function checked(request: Request, visitor?: Visitor): Promise<Response> {
    const { method } = request;
    const { pathname, search } = new URL(request.url);
    const response = await app.fetch(request, visitor);
    const contentType = response.headers.get("content-type");
    const body = await response.clone().text();
    const problem = check({ method, path: pathname + search, status: response.status, contentType, body });
    return problem === null ? response : new Response(problem, { status: 599 });
  }
  return {
    fetch: checked,
    request: async (path, init) => checked(new Request(new URL(path, "http://localhost"), init)),
  };
}
