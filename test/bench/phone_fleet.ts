// The load's process: phones of the hub that hold a stream, ask for work when it says so, and report each text as sent. It runs
// at the priority of everything else: at a lower one a busy machine's other work would count as the time until a phone has a text.
import { Agent, type IncomingMessage, request } from 'node:http';

/** What the bench asks for; answered with PhoneCounts once it is done. */
export type PhoneOrder =
  | { order: 'open'; url: string; tokens: string[] }
  /** What came since the last look. */
  | { order: 'look' };

/** What the phones know. */
export interface PhoneCounts {
  open: number;
  refused: number;
  /** From the time that each text says to the list that it was in, in milliseconds. */
  wakesMs: number[];
}

const agent = new Agent({ keepAlive: true, maxSockets: 500 });
const openAtATime = 50;
let open = 0;
let refused = 0;
let wakesMs: number[] = [];

interface Item {
  id: string;
  textMessage: { text: string };
  phoneNumbers: string[];
}

function ask(url: string, token: string, method: string, body?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const sent = request(url, { method, headers, agent }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      answer.on('end', () => resolve(text)).on('error', reject);
    });
    sent.on('error', reject).end(body);
  });
}

async function pull(url: string, token: string): Promise<void> {
  const items = JSON.parse(await ask(`${url}/message?order=fifo`, token, 'GET')) as Item[];
  const nowMs = Date.now();
  for (const { id, textMessage, phoneNumbers } of items) {
    const sentMs = Number(textMessage.text.split(' ').at(-1));
    if (sentMs > 0) wakesMs.push(nowMs - sentMs);
    const recipients = phoneNumbers.map((phoneNumber) => ({ phoneNumber, state: 'Sent' }));
    const states = { Sent: new Date(nowMs).toISOString() };
    await ask(`${url}/message`, token, 'PATCH', JSON.stringify([{ id, state: 'Sent', recipients, states }]));
  }
}

/** Resolves when the stream is open; tries again until it is. */
function listen(url: string, token: string): Promise<void> {
  return new Promise((resolve) => {
    const again = () => {
      refused += 1;
      setTimeout(() => void listen(url, token).then(resolve), 500);
    };
    const headers = { authorization: `Bearer ${token}` };
    const sent = request(`${url}/events`, { headers, agent: false }, (answer: IncomingMessage) => {
      if (answer.statusCode !== 200) {
        answer.resume();
        return again();
      }
      open += 1;
      answer.on('close', () => {
        open -= 1;
      });
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        if (chunk.includes('MessageEnqueued')) void pull(url, token).catch(() => undefined);
      });
      resolve();
    });
    sent.on('error', again).end();
  });
}

async function follow(order: PhoneOrder): Promise<void> {
  if (order.order === 'look') return;
  const left = [...order.tokens];
  const openNext = async () => {
    for (let token = left.pop(); token !== undefined; token = left.pop()) await listen(order.url, token);
  };
  await Promise.all(Array.from({ length: openAtATime }, openNext));
}

process.on('message', ({ id, order }: { id: number; order: PhoneOrder }) => {
  void follow(order).then(() => {
    const state: PhoneCounts = { open, refused, wakesMs };
    wakesMs = [];
    process.send?.({ id, state });
  });
});
process.once('disconnect', () => process.exit(0));
process.send?.({ type: 'ready' });
