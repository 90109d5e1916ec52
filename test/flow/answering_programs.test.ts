// Two programs on two accounts that answer each other whatever they receive: from HTTP through gateways, cores and a message
// SMSC, and back into the other's feed. The loop is stopped, and people on the same accounts can still write.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { smppKind } from '../../server/carrier/smpp/smpp_kind.ts';
import { mostAnswers } from '../../server/store/outbound/answers.ts';
import { openSimulatedInspector } from '../simulation/inspector.ts';
import { SimulatedService } from '../simulation/simulated_service.ts';
import { setAnswers } from '../support/answered_rows.ts';
import type { TestAccount } from '../support/core.ts';
import type { Answer } from '../support/http_client.ts';
import { textOf } from '../support/smsc/deliveries.ts';
import { Smsc } from '../support/smsc/smsc.ts';
import { type Stack, startStack } from '../support/stack.ts';

const numbers = ['+15005550100', '+15005550101'] as const;
const recipient = '+15005550006';
/** Answers that each program has given when the test begins: too few to be taken for a loop. */
const given = 40;
/** Texts from each program: one to begin with, and its answers. */
const texts = 1 + mostAnswers - given;
/** Requests that a program makes with one key before it takes the next key. */
const requestsAKey = 50;

let service: SimulatedService;
let smsc: Smsc;
let stack: Stack;
beforeAll(async () => {
  smsc = await Smsc.start();
  const settings = {
    host: '127.0.0.1',
    port: smsc.port,
    system_id: 'relay',
    password: 'secret',
    window: 4,
  };
  service = await SimulatedService.begin();
  stack = await startStack({
    service,
    cores: 2,
    gateways: 2,
    carriers: [{ name: 'main', kind: smppKind, priority: 1, sender: null, settings }],
  });
  await service.simulation.idle();
  expect(smsc.bound).toHaveLength(2);
});
afterAll(async () => {
  await stack?.stop();
  await smsc?.close();
  await service?.end();
});

/** A program on an account, with its own number and the other program's. */
class Program {
  readonly account: TestAccount;
  readonly number: string;
  readonly other: string;
  /** The texts that were accepted, by their ids. */
  readonly accepted: number[] = [];
  #unread: { seq: number; direction: string; address_norm: string; body: string }[] = [];
  #since = 0;
  #requests = 0;
  #key: string;

  constructor(account: TestAccount, number: string, other: string) {
    this.account = account;
    this.number = number;
    this.other = other;
    this.#key = account.key;
  }

  static async open(index: 0 | 1): Promise<Program> {
    const account = await stack.createAccount({ paired: false });
    const number = numbers[index];
    await stack.core.admin.assignNumber({ accountId: account.id, carrier: 'main', number });
    return new Program(account, number, numbers[1 - index] as string);
  }

  async send(body: string, address = this.other): Promise<Answer> {
    const answer = await this.#ask({ method: 'POST', path: '/api/v1/messages', body: { address, body } });
    if (answer.status === 200) this.accepted.push(answer.json.message.id);
    return answer;
  }

  async get(path: string): Promise<Answer> {
    return this.#ask({ path });
  }

  /** Waits for the next text from one sender, and skips all others. */
  async next(from: string): Promise<string> {
    for (;;) {
      const found = this.#unread.shift();
      if (found?.direction === 'in' && found.address_norm === from) return found.body;
      if (found) continue;
      this.#unread = (await this.get(`/api/v1/messages?since=${this.#since}&wait=5`)).json.messages;
      this.#since = this.#unread.at(-1)?.seq ?? this.#since;
    }
  }

  /** Answers each text from the other program until an answer is refused; returns the refusal. */
  async answerAll(): Promise<Answer> {
    for (;;) {
      const answer = await this.send(`You said: ${(await this.next(this.other)).slice(-20)}`);
      if (answer.status !== 200) return answer;
    }
  }

  async used(): Promise<number> {
    return (await this.get('/api/v1/usage')).json.texts_used;
  }

  async #ask(asked: { method?: 'POST'; path: string; body?: unknown }): Promise<Answer> {
    if (++this.#requests % requestsAKey === 0) this.#key = await stack.createKey(this.account);
    return stack.ask({ ...asked, key: this.#key }, this.#requests % 2);
  }
}

/** Delivers what one number submitted to the other number, over both cores in turn. */
async function carry(from: number): Promise<number> {
  const submits = smsc.submits.slice(from);
  for (const { message, index } of submits) {
    const { source, destination, content } = message;
    if (!numbers.includes(`+${destination}` as (typeof numbers)[number])) continue;
    const bound = smsc.bound[index % 2];
    const text = Buffer.from(content).toString('latin1');
    const delivery = bound?.deliver(textOf(`+${source}`, `+${destination}`, `${text.slice(-30)} ${index}`));
    await service.simulation.during(delivery as Promise<number>);
  }
  return from + submits.length;
}

test('two programs that answer each other are stopped and charged no further, and people on their accounts go on', async () => {
  const programs = [await Program.open(0), await Program.open(1)] as const;
  const sql = await openSimulatedInspector(service);
  for (const { account, other } of programs) await setAnswers(sql, account.id, other, { count: given });
  await sql.end();
  for (const program of programs) expect((await program.send('hello')).status).toBe(200);
  await service.simulation.run('1 s');
  expect(smsc.submits).toHaveLength(2);

  let isOver = false;
  const carrying = (async () => {
    for (let carried = 0; !isOver; carried = await carry(carried)) await service.simulation.run('10 ms');
  })();
  const refusals = await Promise.all(programs.map((program) => program.answerAll()));
  isOver = true;
  await carrying;
  for (const { status, json } of refusals) expect([status, json.code]).toEqual([409, 'loop_suspected']);

  for (const program of programs) {
    expect(program.accepted).toHaveLength(texts);
    const { json } = await program.get(`/api/v1/messages/${program.accepted.at(-1)}/events`);
    expect(json.events).toContainEqual(
      expect.objectContaining({ kind: 'answers_stopped', until: expect.stringMatching(/Z$/) }),
    );
    expect((await program.send('once more')).json.code).toBe('loop_suspected');
    expect(await program.used()).toBe(texts);
  }
  const between = 2 * texts;
  await service.simulation.run('1 s');
  expect(smsc.submits).toHaveLength(between);

  for (const [index, program] of programs.entries())
    for (let n = 0; n < 3; n++) {
      const written = `${program.number} ${n}`;
      const delivery = smsc.bound[n % 2]?.deliver(textOf(recipient, program.number, written));
      expect(await service.simulation.during(delivery as Promise<number>)).toBe(0);
      expect(await program.next(recipient)).toBe(written);
      expect((await program.send(`answer ${n}`, recipient)).status).toBe(200);
      expect(await program.used()).toBe(texts + n + 1);
      await service.simulation.run('1 s');
      expect(smsc.submits).toHaveLength(between + index * 3 + n + 1);
    }
});
