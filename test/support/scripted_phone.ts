// A phone with the stock app that does only what a test says: one call at a time, to whatever address it is given.
import { createHmac } from 'node:crypto';
import { isRecord } from '../../device-agent/drivers/stock_app/is_record.ts';

/** What the phone reads of a text. */
export interface GivenText {
  id: string;
  state: string;
  textMessage: { text: string };
  phoneNumbers: string[];
  validUntil: string;
  simNumber?: number;
}

const userAgent = 'me.capcom.smsgateway/1.68.0';
const number = '+15550001111';

/** The phone. */
export class ScriptedPhone {
  readonly base: string;
  id = '';
  token = '';

  constructor(base: string) {
    this.base = base;
  }

  /** Asks for anything, as itself. */
  ask(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = { authorization: `Bearer ${this.token}` },
  ): Promise<Response> {
    return fetch(`${this.base}${path}`, {
      method,
      headers: { 'content-type': 'application/json', 'user-agent': userAgent, ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  }

  /** Signs in by a code and keeps its token. Returns the status. */
  async pair(
    code: string,
    body: object = { name: 'Google/oriole', simCards: [{ slotIndex: 0, simNumber: 1 }] },
  ) {
    const answer = await this.ask('POST', '/device', body, { authorization: `Code ${code}` });
    const said: unknown = await answer.json();
    if (answer.ok && isRecord(said)) Object.assign(this, { id: String(said.id), token: String(said.token) });
    return answer.status;
  }

  /** Says that it is there, as at each start of the app. */
  async start(facts: object = {}): Promise<number> {
    return (await this.ask('PATCH', '/device', { id: this.id, ...facts })).status;
  }

  async pull(): Promise<GivenText[]> {
    const answer = await this.ask('GET', '/message?order=fifo');
    if (!answer.ok) throw new Error(`the pull was answered ${answer.status}`);
    return (await answer.json()) as GivenText[];
  }

  /** Reports the state of one text. */
  async report(
    id: string,
    state: string,
    { error, at = {} }: { error?: string; at?: object } = {},
  ): Promise<number> {
    const states = { [state]: new Date().toISOString(), ...at };
    const recipients = [{ phoneNumber: number, state, ...(error !== undefined && { error }) }];
    return (await this.ask('PATCH', '/message', [{ id, state, recipients, states }])).status;
  }

  /** Opens the stream of events. */
  async listen(): Promise<{ next(): Promise<string>; close(): void }> {
    const aborter = new AbortController();
    const answer = await fetch(`${this.base}/events`, {
      headers: { authorization: `Bearer ${this.token}` },
      signal: aborter.signal,
    });
    if (!answer.ok || !answer.body) throw new Error(`the stream was answered ${answer.status}`);
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    return {
      /** The name of the next event. */
      async next() {
        for (;;) {
          const end = rest.indexOf('\n\n');
          const frame = rest.slice(0, Math.max(end, 0));
          if (end >= 0) rest = rest.slice(end + 2);
          const name = /^event: (\w+)\ndata: .+/.exec(frame)?.[1];
          if (name !== undefined) return name;
          if (end >= 0) continue;
          const { value, done } = await reader.read();
          if (done) return 'end';
          rest += value;
        }
      },
      close: () => aborter.abort(),
    };
  }

  /** Fetches where to call and how to sign. */
  async learn(): Promise<{ url: string; key: string; events: string[] }> {
    const hooks = (await (await this.ask('GET', '/webhooks')).json()) as { url: string; event: string }[];
    const settings = (await (await this.ask('GET', '/settings')).json()) as {
      webhooks: { signing_key: string };
    };
    const events = hooks.map(({ event }) => event);
    return { url: hooks[0]?.url ?? '', key: settings.webhooks.signing_key, events };
  }

  /** Calls with something that it received. Returns the status. */
  async call(
    { url, key }: { url: string; key: string },
    payload: object,
    { event = 'sms:received', stampMs = Date.now() } = {},
  ): Promise<number> {
    // As the app writes it, with these characters escaped.
    const body = JSON.stringify({ id: 'x', event, payload })
      .replaceAll('&', '\\u0026')
      .replaceAll('=', '\\u003d');
    const stamp = String(Math.floor(stampMs / 1000));
    const signature = createHmac('sha256', key).update(body).update(stamp).digest('hex');
    const headers = { 'content-type': 'application/json', 'x-timestamp': stamp, 'x-signature': signature };
    return (await fetch(url, { method: 'POST', headers, body })).status;
  }
}
