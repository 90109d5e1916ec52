// Calls of incoming webhooks, as the programs make them that know nothing of ours.
import { createHmac } from 'node:crypto';
import type { Answer } from './http_client.ts';

/** Incoming webhooks are in no document of ours, so that a call goes past those who check answers by it. */
export async function callIncomingWebhook(
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: JSON.parse(text) } as never;
}

export const basicHeader = (key: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`textrelay:${key}`).toString('base64')}`,
});

export const signedHeader = (body: string, secret: string): Record<string, string> => ({
  'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
});
