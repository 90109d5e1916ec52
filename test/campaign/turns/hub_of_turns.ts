// A hub as a process of its own, with one phone that is paired.
import { join } from 'node:path';
import { freePort } from '../../../runtime/testing/free_port.ts';
import { type Ask, sendRequest } from '../../support/http_client.ts';
import { type CoreProcess, startProcess } from '../../support/processes.ts';
import type { LargeAsk } from './large_bodies.ts';
import { largeTexts } from './large_bodies.ts';

const bytes = 1_024 * 1_024 - 100;

interface HubForm {
  directory: string;
  core: CoreProcess;
  environment: Record<string, string>;
  createCode: () => Promise<string>;
}

/** Starts it. `asks` are the largest requests of a phone and of somebody unpaired. */
export async function startHubProcess({ directory, core, environment, createCode }: HubForm) {
  const port = await freePort();
  const hub = await startProcess('device-agent/main.ts', ['phones'], {
    TEXTRELAY_HUB_LISTEN: `127.0.0.1:${port}`,
    TEXTRELAY_HUB_DIR: join(directory, 'hub'),
    TEXTRELAY_HUB_CORE: `http://127.0.0.1:${core.device.port}`,
    ...environment,
  });
  const url = `http://127.0.0.1:${port}`;
  const pairing = (code: string, body: unknown): Ask => ({
    method: 'POST',
    path: '/mobile/v1/device',
    headers: { authorization: `Code ${code}` },
    body,
  });
  const { json } = await sendRequest(url, pairing(await createCode(), { name: 'Phone' }));
  const headers = { authorization: `Bearer ${json?.token}` };
  const state = {
    id: 'x'.repeat(40),
    state: 'Sent',
    recipients: [{ phoneNumber: '+15005550006', state: 'Sent' }],
    states: {},
  };
  return {
    url,
    stop: hub.stop,
    *asks(): Generator<LargeAsk> {
      yield {
        what: 'a state of many texts',
        ask: { method: 'PATCH', path: '/mobile/v1/message', headers, body: Array(1_000).fill(state) },
      };
      yield {
        what: 'too many states',
        ask: { method: 'PATCH', path: '/mobile/v1/message', headers, body: Array(8_000).fill(state) },
      };
      for (const [what, make] of Object.entries(largeTexts)) {
        yield {
          what: `a state: ${what}`,
          ask: { method: 'PATCH', path: '/mobile/v1/message', headers, body: make(bytes) },
        };
        yield {
          what: `a device: ${what}`,
          ask: { method: 'PATCH', path: '/mobile/v1/device', headers, body: make(bytes) },
        };
        yield { what: `unpaired: ${what}`, ask: pairing('1234567890', make(bytes)) };
        yield {
          what: `a call: ${what}`,
          ask: { method: 'POST', path: '/mobile/v1/hook/x', body: make(bytes) },
        };
      }
    },
  };
}
