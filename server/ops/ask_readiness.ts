// Asks a part of the service on this machine, at its ops listener, whether it can do its work.
import { request } from 'node:http';
import type { Clock } from '../../runtime/clock.ts';

/** What a part answered: `away` when nothing listens there. */
export type Readiness = 'ready' | 'not ready' | 'away';

/** A part that takes longer is not ready, in milliseconds: who checks waits no longer, either. */
const deadlineMs = 3_000;

/** Asks for `/readyz` at host:port. Never throws. */
export function askReadiness(address: string, clock: Clock): Promise<Readiness> {
  return new Promise((resolve) => {
    const asked = request(`http://${address}/readyz`, { agent: false }, (response) => {
      response.resume();
      end(response.statusCode === 200 ? 'ready' : 'not ready');
    });
    const end = (readiness: Readiness) => {
      cancel();
      asked.destroy();
      resolve(readiness);
    };
    const cancel = clock.setTimeout(() => end('not ready'), deadlineMs);
    asked.on('error', (error) =>
      end('code' in error && error.code === 'ECONNREFUSED' ? 'away' : 'not ready'),
    );
    asked.end();
  });
}

/** Largest answer that is read, in characters: a core with thousands of devices has some lines for each. */
const mostMetrics = 4_000_000;

/** The metrics at host:port; undefined where none come in time, and cut where they are very long. Never throws. */
export function askMetrics(address: string, clock: Clock): Promise<string | undefined> {
  return new Promise((resolve) => {
    const asked = request(`http://${address}/metrics`, { agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (more: string) => {
        text += more;
        if (text.length > mostMetrics) end(text);
      });
      response.on('end', () => end(response.statusCode === 200 ? text : undefined));
      response.on('error', () => end(undefined));
    });
    const end = (text: string | undefined) => {
      cancel();
      asked.destroy();
      resolve(text);
    };
    const cancel = clock.setTimeout(() => end(undefined), deadlineMs);
    asked.on('error', () => end(undefined));
    asked.end();
  });
}
