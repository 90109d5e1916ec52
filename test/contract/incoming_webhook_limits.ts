// The limits that the document names for incoming webhooks, each at its value and one beyond it: lines of documented_limits.test.ts.
import type { Ask } from '../support/http_client.ts';

interface Line {
  at: Partial<Ask>;
  beyond: Partial<Ask>;
  /** The status and code at the value, and beyond it. */
  ends: readonly [at: string, beyond: string];
}

const line = (method: string, path: string, ends: Line['ends'], body?: object): Line => {
  const asked = (length: number): Partial<Ask> => ({
    method,
    path: `/api/v1/${path.replace('*', 'u'.repeat(length))}`,
    ...(body && { body }),
  });
  return { at: asked(64), beyond: asked(65), ends };
};

const unknown: Line['ends'] = ['404 not_found', '404 not_found'];

export const incomingWebhookLimits: Readonly<Record<string, Line>> = {
  'getIncomingWebhook name maxLength': line('GET', 'incoming-webhooks/*', unknown),
  'deleteIncomingWebhook name maxLength': line('DELETE', 'incoming-webhooks/*', unknown),
  'previewIncomingWebhook name maxLength': line('POST', 'incoming-webhooks/*/preview', unknown, { body: {} }),
  'putIncomingWebhook name maxLength': line('PUT', 'incoming-webhooks/*', ['200', '400 invalid_request'], {
    template: 'x',
    recipients: ['+15005550006'],
  }),
};
