// Sends a request that may be refused before it is read to its end.
import { Agent, request as requestOf } from 'node:http';
import type { Ask } from './http_client.ts';

const connections = new Agent({ keepAlive: true });

/** The status of the answer; 0 when there was none. */
export function send(url: string, { method = 'GET', path, key, headers = {}, body }: Ask): Promise<number> {
  const { hostname, port } = new URL(url);
  const payload = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  return new Promise((resolve) => {
    const request = requestOf({
      ...{ host: hostname, port, method, path, agent: connections },
      headers: {
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(payload !== undefined && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(payload as string),
        }),
        ...headers,
      },
    });
    let status = 0;
    request.on('response', (response) => {
      status = response.statusCode ?? 0;
      response.resume().on('close', () => resolve(status));
    });
    request.on('error', () => resolve(status));
    request.end(payload);
  });
}
