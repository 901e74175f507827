import { createVerify } from "node:crypto";
import type { Account } from "../state/accounts.ts";
import type { Token, World } from "../state/world.ts";
import { Refusal } from "./answer.ts";
import type { Actor } from "./call.ts";

const LONGEST_JWT_SECONDS = 600;
const SKEW_SECONDS = 60;

/**
 * Who a request comes from, or the 401 that GitHub answers. Tokens live by the real clock, whatever time the
 * story has: Octokit makes and caches them by it.
 */
export function authenticate(world: World, authorization: string | undefined): Actor {
  const [scheme = "", token = ""] = (authorization ?? "").split(" ");
  if (!/^(bearer|token)$/i.test(scheme) || token === "") {
    throw new Refusal(401, "Requires authentication");
  }
  if (token.split(".").length === 3) {
    checkJwt(world, token);
    return { kind: "app", account: world.bot };
  }
  return actorOf(world.bot, world.tokens.get(token));
}

function actorOf(bot: Account, known: Token | undefined): Actor {
  if (known === undefined) throw new Refusal(401, "Bad credentials");
  if (known.kind === "person") return { kind: "person", account: known.account };
  if (known.expiresAt <= Date.now()) throw new Refusal(401, "Bad credentials");
  if (known.installation.suspended) {
    throw new Refusal(403, "This installation has been suspended");
  }
  const { installation, permissions } = known;
  return { kind: "installation", account: bot, installation, permissions };
}

function checkJwt(world: World, token: string): void {
  const [head = "", claims = "", signature = ""] = token.split(".");
  const verify = createVerify("RSA-SHA256").update(`${head}.${claims}`);
  const header = decode(head);
  const payload = decode(claims);
  const genuine =
    header["alg"] === "RS256" &&
    verify.verify(world.app.publicKey, Buffer.from(signature, "base64url"));
  if (!genuine) throw new Refusal(401, "A JSON web token could not be decoded");
  const now = Date.now() / 1000;
  const [iat, exp] = [Number(payload["iat"]), Number(payload["exp"])];
  if (!(exp > now)) {
    throw new Refusal(
      401,
      "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires",
    );
  }
  if (exp > now + LONGEST_JWT_SECONDS + SKEW_SECONDS) {
    throw new Refusal(401, "'Expiration time' claim ('exp') is too far in the future");
  }
  if (!(iat <= now + SKEW_SECONDS)) {
    throw new Refusal(
      401,
      "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued",
    );
  }
  if (String(payload["iss"]) !== String(world.app.id)) {
    throw new Refusal(404, "Integration not found");
  }
}

function decode(part: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString());
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
