// A model repeats a call under a new id, and without a client_ref of its own. So that the repeat sends nothing, one is made of what
// the call says: key, recipient, words and a window of ten minutes. A text of a neighbouring window that is younger than ten minutes
// is the same call, too. What is not exact: gateways know nothing of each other's calls, so that a repeat that reaches another gateway
// while the first call is still under way there, and a window ends between the two, is a text of its own.
import { createHmac } from 'node:crypto';
import type { Clock } from '../../runtime/clock.ts';
import type { AskedText, SendOnce, SentText } from './tool.ts';
import { ToolRefusal, type Visit } from './visit.ts';

export const windowMs = 600_000;

/** The recipient however it was written; two ways to write a number with and without its country are two. */
const recipientOf = (address: string) => address.replace(/[^\p{L}\d+]/gu, '').toLowerCase();

/** The client_ref of a call in a window: of the key there is nothing to see in it. */
export function refOf(apiKey: string, { address, body, from, send_at }: AskedText, window: number): string {
  const said = JSON.stringify([recipientOf(address), body, from ?? null, send_at ?? null, window]);
  return `mcp:${createHmac('sha256', apiKey).update(said).digest('hex').slice(0, 40)}`;
}

/** Makes what sends. Calls with the same words are sent one after the other. */
export function createSendOnce(clock: Clock): SendOnce {
  const underWay = new Map<string, Promise<unknown>>();

  const send = async (
    visit: Visit,
    text: AskedText & { client_ref: string },
    earlierRefs: string[] = [],
  ): Promise<SentText> => {
    const { client_ref } = text;
    return visit.send(text, earlierRefs).catch((error) => {
      // Whether it was sent may be unknown: with this client_ref the model can go on.
      throw error instanceof ToolRefusal ? new ToolRefusal({ ...error.detail, client_ref }) : error;
    });
  };

  return async (visit, text) => {
    const { client_ref } = text;
    if (client_ref !== undefined) return send(visit, { ...text, client_ref });
    const call = refOf(visit.apiKey, text, 0);
    const before = underWay.get(call);
    const sent = (async () => {
      await before?.catch(() => undefined);
      const window = Math.floor(clock.nowMs() / windowMs);
      // The same call in a window before or after this one, in which another gateway's clock may be.
      const near = [window - 1, window + 1].map((other) => refOf(visit.apiKey, text, other));
      return send(visit, { ...text, client_ref: refOf(visit.apiKey, text, window) }, near);
    })();
    underWay.set(call, sent);
    try {
      return await sent;
    } finally {
      if (underWay.get(call) === sent) underWay.delete(call);
    }
  };
}
