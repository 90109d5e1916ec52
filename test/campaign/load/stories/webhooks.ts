// Customers' endpoints that get what happens to some accounts. How they answer is a matter of faults.
import { pause } from '../../timeline.ts';
import type { Sql } from '../../world/database.ts';
import type { Tenant } from '../../world/tenant.ts';
import { askUntilKnown, named, type Setting } from './setting.ts';

/** One that was arranged. */
export interface Webhook {
  /** Of the webhook and of its endpoint. */
  name: string;
  tenant: Tenant;
  /** Null when the answer that held it was lost. */
  secret: string | null;
  /** From this instant on everything since the first text is delivered. */
  replayedMs: number;
}

const owners = ['carrier-1', 'phone-1', 'mixed-1', 'quiet-2'];
/** An endpoint that failed is tested so often, to end its wait, in milliseconds. */
const testEveryMs = 4_000;

/** Arranges them. */
export async function arrangeWebhooks(setting: Setting, webhooks: Webhook[]): Promise<void> {
  const { world } = setting;
  for (const owner of owners) {
    const tenant = named(setting, owner);
    const path = `/api/v1/webhooks/${owner}`;
    const url = `http://127.0.0.1:${world.endpoints.port}/${owner}`;
    const body = { url, types: ['text.received', 'text.updated'] };
    const { answer } = await askUntilKnown(setting, tenant, { method: 'PUT', path, body });
    const replayedMs = world.timeline.nowMs();
    await askUntilKnown(setting, tenant, { method: 'POST', path: `${path}/replay`, body: { seq: 0 } });
    webhooks.push({ name: owner, tenant, secret: answer.json?.secret ?? null, replayedMs });
  }
}

/** Waits until the endpoint has the newest change, at most so long. */
export async function endpointHasAll(setting: Setting, webhook: Webhook, untilMs: number): Promise<void> {
  const { world } = setting;
  const { name, tenant } = webhook;
  while (world.timeline.nowMs() < untilMs) {
    const [newest] = await world.database.with(
      (sql: Sql) => sql<{ seq: number }[]>`select max(seq)::float8 as seq from message
        where account_id = ${String(tenant.id)}`,
    );
    const isThere = world.endpoints
      .requests()
      .filter(({ endpoint, status }) => endpoint === name && status !== null && status < 300)
      .some(({ body }) => body.includes(`"seq":${newest?.seq},`));
    if (isThere) return;
    const path = `/api/v1/webhooks/${name}/test`;
    await askUntilKnown(setting, tenant, { method: 'POST', path, expects: ['not_found'] });
    await pause(testEveryMs);
  }
}
