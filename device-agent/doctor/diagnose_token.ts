// Asks the core whether it still knows this device, by opening a link that says nothing and is closed at once: before
// Hello the link belongs to no device, and a running agent keeps its own.
import { WebSocket } from 'ws';
import { systemCode } from '../agent_error.ts';
import type { Finding } from '../drivers/driver.ts';
import { linkUrl } from '../link/link.ts';
import { isUnpaired } from '../link/refusal.ts';
import { troubleOf } from '../net_trouble.ts';

type Show = (finding: Finding) => void;

const what = 'device listener';
const handshakeMs = 9_000;

/** Shows what the core says; returns whether the device may link. Never rejects. */
export function diagnoseToken(url: string, token: string, show: Show): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = new WebSocket(linkUrl(url), {
    headers: { authorization: `Bearer ${token}` },
    handshakeTimeout: handshakeMs,
    perMessageDeflate: false,
    maxPayload: 64 * 1024,
  });
  const end = (finding: Finding, isFine = false) => {
    show(finding);
    resolve(isFine);
  };
  socket.on('open', () => {
    socket.close(1000);
    show({ level: 'ok', what, detail: 'it answers' });
    end({ level: 'ok', what: 'pairing', detail: 'the core knows this device' }, true);
  });
  socket.on('unexpected-response', (request, response) => {
    response.resume();
    request.destroy();
    end(isUnpaired(response) ? unpaired : findingOf(response.statusCode ?? 0));
  });
  socket.on('error', (error) => {
    const code = /timed out/.test(error.message) ? 'ETIMEDOUT' : systemCode(error);
    end(code === 'Error' ? otherServer('no link') : { level: 'fault', what, ...troubleOf(code) });
  });
  return promise;
}

const unpaired: Finding = {
  level: 'fault',
  what: 'pairing',
  detail: 'the core does not know this device any more',
  advice: 'It was unpaired. Get a new code and pair it again; what its journal holds is then set aside.',
};

function findingOf(status: number): Finding {
  switch (status) {
    case 401:
      return {
        level: 'fault',
        what,
        detail:
          "a proxy in front of the core refuses this device's token (HTTP 401, and not as the core answers)",
        advice:
          'Let the proxy pass /device/v1/link with its Authorization header. The agent tries again by itself.',
      };
    case 503:
      return {
        level: 'fault',
        what,
        detail: 'the core cannot take links now (HTTP 503)',
        advice:
          "It is full, or its database is away: look at the core's log. The agent tries again by itself.",
      };
    default:
      return otherServer(`HTTP ${status}`);
  }
}

const otherServer = (seen: string): Finding => ({
  level: 'fault',
  what,
  detail: `what answers is no device listener of the core (${seen})`,
  advice:
    "Pair with the address of the core's TEXTRELAY_DEVICE_LISTEN; a proxy in front of it must let WebSockets pass.",
});
