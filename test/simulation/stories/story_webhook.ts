// The endpoint of a story's webhook: it answers at once, late, wrongly or not at all, and the event comes again then.

import { SubscriptionService } from '../../../proto/gen/textrelay/v1/subscription_service_pb.ts';
import type { Clock } from '../../../runtime/clock.ts';
import { pause } from '../../../runtime/pause.ts';
import { clientOf, type TestCore } from '../../support/core.ts';
import type { Seeded } from '../../support/seeded.ts';
import { type ReceivedRequest, startWebhookEnd, take, type WebhookEnd } from '../../support/webhook_end.ts';
import type { Stored } from './verdict.ts';

interface WebhookOptions {
  clock: Clock;
  chance: Seeded;
  core: TestCore;
  accountId: bigint;
}

/** It answers well from now on, after it was wrong for a while. */
const wrongMs = 12_000;
const longestAnswerMs = 3_000;

const seqsOf = ({ events }: ReceivedRequest) =>
  events.flatMap(({ data }) => (data.seq === undefined ? [] : [{ id: `${data.id}`, seq: Number(data.seq) }]));

export class StoryWebhook {
  readonly #end: WebhookEnd;
  /** The requests that it has answered well, in their order. */
  readonly #taken: ReceivedRequest[] = [];
  /** How many of them came before a restore. */
  #lost = 0;

  private constructor(end: WebhookEnd, { clock, chance }: WebhookOptions) {
    this.#end = end;
    const wrongUntilMs = clock.nowMs() + wrongMs;
    end.answer = async (response, request) => {
      const drawn = clock.nowMs() < wrongUntilMs ? chance.next() : 1;
      if (drawn < 0.03) return;
      if (drawn < 0.2) return void response.writeHead(500).end('no');
      if (drawn < 0.5) await pause(clock, chance.between(0, longestAnswerMs));
      this.#taken.push(request);
      take(response, request);
    };
  }

  static async start(options: WebhookOptions): Promise<StoryWebhook> {
    const end = await startWebhookEnd({ clock: options.clock });
    const { accountId, core } = options;
    const subscriptions = clientOf(SubscriptionService, core);
    const { secret } = await subscriptions.putWebhook({ accountId, name: 'story', url: end.url, types: [] });
    end.secrets.push(secret ?? '');
    return new StoryWebhook(end, options);
  }

  /** How many events it took. */
  get events(): number {
    return this.#taken.reduce((sum, { events }) => sum + events.length, 0);
  }

  /** Whether each text has come as it is stored. */
  hasAll(stored: readonly Pick<Stored, 'id' | 'seq'>[]): boolean {
    return this.#missing(stored).length === 0;
  }

  /** Each text came as it is now, in the order of seq, and signed. */
  breaches(stored: readonly Stored[]): string[] {
    const breaches = this.#missing(stored).map(({ id, seq }) => `the webhook lacks the text ${id} at ${seq}`);
    if (this.#end.refused.length > 0) breaches.push('a request of the webhook is not signed');
    for (const taken of [this.#taken.slice(0, this.#lost), this.#taken.slice(this.#lost)]) {
      let newest = 0;
      const seen = new Set<number>();
      for (const { seq } of taken.flatMap(seqsOf)) {
        if (seq < newest && !seen.has(seq)) breaches.push(`the webhook goes from ${newest} to ${seq}`);
        newest = Math.max(newest, seq);
        seen.add(seq);
      }
    }
    const meanings = new Map<string, string>();
    for (const { id, ...event } of this.#end.requests.flatMap(({ events }) => events)) {
      const meaning = JSON.stringify(event);
      if ((meanings.get(id) ?? meaning) !== meaning) breaches.push(`the event ${id} is two things`);
      meanings.set(id, meaning);
    }
    return breaches;
  }

  /** The database is an older one from now on. */
  restored(): void {
    this.#lost = this.#taken.length;
  }

  stop(): Promise<void> {
    return this.#end.stop();
  }

  #missing<Text extends Pick<Stored, 'id' | 'seq'>>(stored: readonly Text[]): Text[] {
    const came = new Set(this.#taken.flatMap(seqsOf).map(({ id, seq }) => `${id} ${seq}`));
    return stored.filter(({ id, seq }) => !came.has(`${id} ${seq}`));
  }
}
