// The company behind the HTTP carrier of all stories: it takes a text at once or late, sends it back for another try, or takes it and
// breaks the connection; later it reports that it was delivered. Its ledger says what left by it.

import type { Clock } from '../../../runtime/clock.ts';
import { pause } from '../../../runtime/pause.ts';
import { httpKind } from '../../../server/carrier/http/http_kind.ts';
import type { CarrierConfig } from '../../../server/carrier/kind.ts';
import { Company, type Reply } from '../../support/http_carrier_end/company.ts';
import { sendRequest } from '../../support/http_client.ts';
import type { Seeded } from '../../support/seeded.ts';
import type { Submitted } from './story_phone.ts';

export const companyName = 'main';

const most = { answerMs: 1_500, receiptMs: 3_000, againMs: 1_000 };

/** What the company has of one story, by the number that its texts leave from. */
export interface CompanyLine {
  chance: Seeded;
  ledger: Submitted[];
  nextEvent: () => number;
}

interface CompanyOptions {
  clock: Clock;
  /** Where it calls; undefined while no gateway is there. */
  gatewayUrl: () => string | undefined;
}

export class StoryCompany {
  readonly #options: CompanyOptions;
  readonly #end: Company;
  readonly #lines = new Map<string, CompanyLine>();
  #taken = 0;
  #calls = 0;
  #isOver = false;

  private constructor(options: CompanyOptions, end: Company) {
    this.#options = options;
    this.#end = end;
    end.onRequest = ({ body }) => this.#take(JSON.parse(body));
  }

  static async start(options: CompanyOptions): Promise<StoryCompany> {
    return new StoryCompany(options, await Company.start());
  }

  get carrier(): CarrierConfig {
    const hook = { format: 'json', signature: { scheme: 'none' } };
    const settings = {
      request: {
        url: `${this.#end.url}/texts`,
        json: { text: '{{text}}', to: '{{recipient}}', from: '{{sender}}' },
      },
      answers: [
        { status: ['200'], means: 'accepted', ref: 'id' },
        { status: ['409'], means: 'retry' },
      ],
      callbacks: {
        hooks: {
          reported: {
            ...hook,
            receipts: { ref: 'id', state: 'state', delivered: ['ok'], failed: ['no'] },
          },
          written: { ...hook, texts: { id: 'id', sender: 'from', recipient: 'to', text: 'text' } },
        },
      },
    };
    return { name: companyName, kind: httpKind, priority: 10, sender: null, settings };
  }

  /** The texts that leave from a number are those of this story. */
  serve(number: string, line: CompanyLine): void {
    this.#lines.set(number, line);
  }

  /** A person writes to a number; resolves with the event at which the service had it. */
  async write(id: string, from: string, to: string, text: string): Promise<number | undefined> {
    const isTaken = await this.#call('written', { id, from, to, text });
    return isTaken ? this.#lines.get(to)?.nextEvent() : undefined;
  }

  /** It has nothing left to report. */
  get isIdle(): boolean {
    return this.#calls === 0;
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#end.close();
  }

  async #take({ text, to, from }: Record<'text' | 'to' | 'from', string>): Promise<Reply> {
    const line = this.#lines.get(from);
    if (!line) throw new Error('nobody has the number');
    const { chance, ledger, nextEvent } = line;
    const { clock } = this.#options;
    const [drawn, isLate] = [chance.next(), chance.chance(0.4)];
    const [answerMs, receiptMs] = [chance.between(0, most.answerMs), chance.between(0, most.receiptMs)];
    if (drawn < 0.15) return { status: 409, body: '{}' };
    const id = `far-${++this.#taken}`;
    const isCut = drawn < 0.25;
    const event = nextEvent();
    ledger.push({
      ...{ messageId: 0n, address: to, body: text, atMs: clock.nowMs(), handedAt: event, leftAt: event },
      isUnsure: isCut,
    });
    void pause(clock, receiptMs).then(() => this.#call('reported', { id, state: 'ok' }));
    if (isLate) await pause(clock, answerMs);
    return isCut ? 'reset' : { body: JSON.stringify({ id }) };
  }

  /** Calls a hook until it is taken. */
  async #call(hook: string, body: object): Promise<boolean> {
    const { clock, gatewayUrl } = this.#options;
    this.#calls++;
    try {
      while (!this.#isOver) {
        const url = gatewayUrl();
        const asked = { method: 'POST', path: `/webhooks/carriers/${companyName}/${hook}`, body };
        const answer = url === undefined ? undefined : await sendRequest(url, asked).catch(() => undefined);
        if (answer?.status === 200) return true;
        await pause(clock, most.againMs);
      }
      return false;
    } finally {
      this.#calls--;
    }
  }
}
