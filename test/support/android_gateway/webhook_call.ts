// One call of a webhook as the app makes it: JSON, signed over body and stamp (docs/features/webhooks.md).
import { createHmac, randomUUID } from 'node:crypto';

/** How a call differs from what the app would send. */
export interface Forgery {
  key?: string;
  /** What the stamp says. */
  atMs?: number;
  /** What was signed in place of the stamp. */
  signedStamp?: string;
  body?: string;
}

/** Posts an event. Resolves with the status, 0 when there was no answer. */
export async function callWebhook(
  url: string,
  event: Record<string, unknown>,
  signer: { key: string | undefined; nowMs: number },
  forge: Forgery,
): Promise<number> {
  const body = forge.body ?? JSON.stringify({ id: randomUUID(), ...event });
  const stamp = String(Math.floor((forge.atMs ?? signer.nowMs) / 1_000));
  const key = forge.key ?? signer.key;
  const signature =
    key &&
    createHmac('sha256', key)
      .update(body)
      .update(forge.signedStamp ?? stamp)
      .digest('hex');
  const signed: Record<string, string> = signature ? { 'x-timestamp': stamp, 'x-signature': signature } : {};
  const headers = { 'content-type': 'application/json', ...signed };
  const answer = await fetch(url, { method: 'POST', headers, body }).catch(() => undefined);
  await answer?.arrayBuffer().catch(() => undefined);
  return answer?.status ?? 0;
}
