// The limits that the document names for hooks, each at its value and one beyond it: lines of documented_limits.test.ts.
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

export const hookLimits: Readonly<Record<string, Line>> = {
  'getHook name maxLength': line('GET', 'hooks/*', unknown),
  'deleteHook name maxLength': line('DELETE', 'hooks/*', unknown),
  'previewHook name maxLength': line('POST', 'hooks/*/preview', unknown, { body: {} }),
  'putHook name maxLength': line('PUT', 'hooks/*', ['200', '400 invalid_request'], {
    template: 'x',
    recipients: ['+15005550006'],
  }),
};
