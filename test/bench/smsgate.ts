// The interface of SMS Gateway for Android beside REST: the same texts sent, and as many texts listed, in alternating runs.
// Processor time says more than the rate where other work shares the machine.
import { systemClock } from '../../runtime/clock.ts';
import { openPool } from '../../server/store/postgres/driver.ts';
import { smsgatePath } from '../support/smsgate_client.ts';
import { httpGet } from './http_connection.ts';
import { jsonPost, runLoad } from './http_load.ts';
import { median } from './median.ts';
import { databaseMsOf, processorMsOf } from './processor_time.ts';
import { type Product, startProduct } from './product.ts';

const pairs = 5;
const durationMs = 2_000;
const warmUpMs = 6_000;
/** Of each account, at least, before they are listed. */
const listed = 50;

/** The request with a number, made with a key. */
type RequestOf = (key: string, number: number) => string;
type Ways = Record<'smsgate' | 'rest', RequestOf>;

const addressOf = (number: number) => `+1500555${String(number % 10_000).padStart(4, '0')}`;
const bodyOf = (number: number) => `Your code is ${number}.`;

const sends: Ways = {
  smsgate: (key, number) =>
    jsonPost(`${smsgatePath}/messages`, key, {
      textMessage: { text: bodyOf(number) },
      phoneNumbers: [addressOf(number)],
    }),
  rest: (key, number) =>
    jsonPost('/api/v1/messages', key, { address: addressOf(number), body: bodyOf(number) }),
};
const lists: Ways = {
  smsgate: (key) => httpGet(`${smsgatePath}/messages?limit=${listed}`, key),
  rest: (key) => httpGet(`/api/v1/messages?limit=${listed}`, key),
};

interface Run {
  perSecond: number;
  /** Of gateway, core and database for one request, in microseconds. */
  eachUs: number;
}

function measurer({ gateway, core, keys }: Product, databaseUrl: string, say: (line: string) => void) {
  const pool = openPool({ url: databaseUrl, connections: 1, deadlineMs: 30_000, clock: systemClock });
  const usedMs = async () =>
    (await processorMsOf(gateway.child.pid)) +
    (await processorMsOf(core.child.pid)) +
    (await databaseMsOf(pool));
  let count = 0;
  const measure = async (requestOf: RequestOf, connections: number, forMs: number): Promise<Run> => {
    const nextRequest = () => requestOf(keys[++count % keys.length] as string, count);
    const beforeMs = await usedMs();
    const run = await runLoad({ port: gateway.port, connections, durationMs: forMs, nextRequest });
    const eachUs = (((await usedMs()) - beforeMs) * 1_000) / run.latenciesMs.length;
    // 202 is their answer to a send.
    for (const [status, times] of run.others)
      if (status !== 202) say(`    not 200: ${times} answers with ${status}`);
    return { perSecond: run.perSecond, eachUs };
  };
  return { measure, sent: () => count, close: () => pool.close() };
}

const spread = (values: readonly number[]) =>
  [Math.min(...values), median(values), Math.max(...values)].map((value) => value.toFixed(2)).join('/');
const middle = (values: readonly number[]) => median(values).toFixed(0).padStart(8);

/** Prints a line for each kind of request and number of connections. */
export async function benchSmsgate(databaseUrl: string, say: (line: string) => void): Promise<void> {
  const product = await startProduct(databaseUrl, { TEXTRELAY_GATEWAY_SMSGATE: 'on' });
  const { measure, sent, close } = measurer(product, databaseUrl, say);

  const compare = async (name: string, { smsgate, rest }: Ways, connections: number) => {
    const runs: Record<keyof Ways, Run>[] = [];
    for (let pair = 0; pair < pairs; pair++) {
      // Each comes first as often as the other: the later one has more texts beside it.
      if (pair % 2 === 0) {
        const ours = await measure(rest, connections, durationMs);
        runs.push({ rest: ours, smsgate: await measure(smsgate, connections, durationMs) });
      } else {
        const theirs = await measure(smsgate, connections, durationMs);
        runs.push({ smsgate: theirs, rest: await measure(rest, connections, durationMs) });
      }
    }
    const rates = (of: keyof Ways) => middle(runs.map((run) => run[of].perSecond));
    const times = (of: keyof Ways) => middle(runs.map((run) => run[of].eachUs));
    const byRate = spread(runs.map((run) => run.smsgate.perSecond / run.rest.perSecond));
    const byTime = spread(runs.map((run) => run.smsgate.eachUs / run.rest.eachUs));
    say(
      `  ${name.padEnd(12)} ${String(connections).padStart(11)} ${rates('smsgate')} ${rates('rest')}  ${byRate}   ` +
        `${times('smsgate')} ${times('rest')}  ${byTime}`,
    );
  };

  try {
    while (sent() < listed * product.accountIds.length) await measure(sends.smsgate, 64, warmUpMs);
    for (const requestOf of [lists.smsgate, lists.rest]) await measure(requestOf, 16, warmUpMs);
    say(`\nSMSGate’s interface beside REST, ${pairs} pairs of runs, ratios as least/middle/most`);
    say('  request      connections  SMSGate/s   REST/s  ratio            µs each: SMSGate     REST  ratio');
    await compare(`list of ${listed}`, lists, 16);
    await measure(sends.rest, 64, warmUpMs);
    for (const connections of [16, 64]) await compare('send', sends, connections);
  } finally {
    await close();
    await product.stop();
  }
}
