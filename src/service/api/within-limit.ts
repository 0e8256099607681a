/** Bodies of more than 20 MiB are refused: by what is announced of them, or else as soon as they turn out to be longer. */
import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { MAX_BODY_BYTES } from "../../contract/limits.js";
import { type ApiContext, type ApiEnvironment, refuse } from "./answer.js";

/**
 * An announced length binds the HTTP parser, so nothing has to be counted; opening the body to count it would cost
 * more than everything else that is done for a short request.
 */
export const withinLimit: MiddlewareHandler<ApiEnvironment> = async (c, next) => {
  const announced = c.req.header("content-length");
  if (announced === undefined || c.req.header("transfer-encoding") !== undefined) return counted(c, next);
  return Number(announced) > MAX_BODY_BYTES ? tooLarge(c) : next();
};

const counted = bodyLimit({ maxSize: MAX_BODY_BYTES, onError: tooLarge });

function tooLarge(c: ApiContext): Response {
  const advice = 'a longer list of targets is better sent as "ALL"';
  return refuse(c, "PAYLOAD_TOO_LARGE", `the body has more than ${MAX_BODY_BYTES} bytes; ${advice}`);
}
