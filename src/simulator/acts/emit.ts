import { renderAccount, renderOrganization, renderUser } from "../render/account.ts";
import { type Json, nodeId } from "../render/json.ts";
import { renderRepository } from "../render/repository.ts";
import type { Account } from "../state/accounts.ts";
import type { Repository } from "../state/records.ts";
import { worldOf } from "../state/world.ts";
import { sealDelivery } from "../webhooks/delivery.ts";

/**
 * Sends a webhook of a repository, if the app is installed there and listens to the event. A `repository` in
 * the content adds to what is told of it.
 */
export function emit(repository: Repository, event: string, sender: Account, content: Json): void {
  const world = worldOf(repository);
  const { app } = world;
  if (!repository.installed || !(app.events.includes("*") || app.events.includes(event))) return;
  const installation = world.installationOn(repository.owner);
  const organization =
    repository.owner.type === "Organization"
      ? { organization: renderOrganization(world, repository.owner) }
      : {};
  const payload: Json = {
    ...content,
    repository: {
      ...renderRepository(repository),
      custom_properties: {},
      ...(Object(content["repository"]) as Json),
    },
    ...organization,
    sender: renderUser(world, sender) ?? renderAccount(world, world.account("ghost")),
    installation: { id: installation.id, node_id: nodeId("MDI", installation.id) },
  };
  world.webhooks.deliver(sealDelivery(event, payload, app));
}
