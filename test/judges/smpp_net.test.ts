// Net::SMPP judges what our SMPP carrier submits: everything once, as it was written, in its window, and under the
// names that the SMSC gave.
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Submission } from '../../server/carrier/carrier.ts';
import type { JudgedSubmit } from '../support/net_smpp/plan.ts';
import { gsmText, ucs2Text } from './pdu_texts.ts';
import {
  type Bench,
  type Judged,
  judged,
  keyOf,
  lastOf,
  provideBench,
  receivedOf,
  submissionsOf,
  titled,
} from './smpp_judged.ts';

const open = provideBench();

/** Texts for the judge; Perl reads no code point that is not a character. */
const sample = (arbitrary: fc.Arbitrary<string>, count: number) =>
  fc
    .sample(
      arbitrary.filter((text) => text !== ''),
      count,
    )
    .map((text) => text.replaceAll('\u{10ffff}', '\u{10fffd}'));

/** Each was received exactly once, and our side knows it by the name that it got. */
function expectOnceEach({ smsc }: Bench, all: readonly Judged[]) {
  const received = receivedOf(
    [...smsc.accepted.keys()].map((index) => smsc.submits[index - 1] as JudgedSubmit),
  );
  for (const one of all) {
    const [submit, ...more] = received.get(keyOf(one.submission)) ?? [];
    const names = [submit, ...more].map((copy) => smsc.accepted.get(copy?.index ?? 0));
    expect([lastOf(one)]).toEqual(names.map((ref) => ({ kind: 'accepted', ref })));
  }
  expect(received.size).toBe(all.length);
  expect(smsc.complaints).toEqual([]);
}

/** The texts by recipient, put together of what the SMSC read. */
function joined(submits: readonly JudgedSubmit[]): Map<string, string> {
  const texts = Map.groupBy(submits, (one) => `+${one.destination_addr}`);
  return new Map(
    [...texts].map(([recipient, parts]) => {
      const sorted = parts.toSorted((a, b) => (a.concat?.number ?? 1) - (b.concat?.number ?? 1));
      const places = sorted.map(({ concat }) => [concat?.reference, concat?.total, concat?.number]);
      const whole = sorted.map((_, index) =>
        sorted.length === 1 && !sorted[0]?.concat
          ? [undefined, undefined, undefined]
          : [sorted[0]?.concat?.reference, sorted.length, index + 1],
      );
      expect(places).toEqual(whole);
      return [recipient, sorted.map(({ text }) => text).join('')];
    }),
  );
}

/** The texts by recipient, as they were to be sent. */
const written = (all: readonly Submission[]) =>
  new Map(
    [...Map.groupBy(all, ({ recipient }) => recipient)].map(([recipient, parts]) => [
      recipient,
      parts.map(({ text }) => text).join(''),
    ]),
  );

/** Every text reads as it was written; some of those that do not are shown. */
function expectAsWritten({ smsc }: Bench, all: readonly Submission[]) {
  const [read, meant] = [joined(smsc.submits), written(all)];
  const differing = [...meant].filter(([recipient, text]) => read.get(recipient) !== text);
  expect(differing.slice(0, 3).map(([recipient, text]) => ({ text, read: read.get(recipient) }))).toEqual([]);
  expect(read.size).toBe(meant.size);
}

/** No part is longer than the network carries. */
function expectToFit(submits: readonly JudgedSubmit[]) {
  for (const { data_coding, length, concat } of submits) {
    const most = {
      single: data_coding === 8 ? 140 : 160,
      8: data_coding === 8 ? 134 : 153,
      16: data_coding === 8 ? 132 : 152,
    };
    expect(length).toBeLessThanOrEqual(most[concat?.bits ?? 'single']);
  }
}

judged(
  titled('five thousand parts through the window, answered out of order: each once, and as written'),
  async () => {
    const on = await open({
      plan: {
        rules: [
          {
            to: '[0-4]$',
            delay_ms: 150,
            spread_ms: 20,
            receipt: { when: 'before', form: 'text', stats: ['DELIVRD'] },
          },
          {
            to: '[56]$',
            delay_ms: 150,
            receipt: { when: 'after', form: 'tlv', stats: ['ACCEPTD', 'UNDELIV'] },
          },
          {
            to: '[78]$',
            delay_ms: 140,
            spread_ms: 5,
            receipt: { when: 'held', form: 'both', stats: ['DELIVRD'] },
          },
          { delay_ms: 100, spread_ms: 60 },
        ],
      },
      settings: { connections: 3, window: 80, source_ton: 6, source_npi: 9 },
    });
    const texts = [...sample(gsmText, 1_500), ...sample(ucs2Text, 1_000)];
    const all: Submission[] = texts.flatMap((text) => submissionsOf(text));
    while (all.length < 5_000) all.push(...submissionsOf(`number ${all.length}`));
    const done = await on.submitAll(all);

    expectOnceEach(on, done);
    expect(done.every(({ results }) => results.length === 1)).toBe(true);
    expectAsWritten(on, all);
    expectToFit(on.smsc.submits);
    // More than one session's window. On a busy machine a session may end meanwhile, and another takes its place.
    expect(on.smsc.mostUnanswered).toBeGreaterThan(80);
    expect(on.smsc.mostUnanswered).toBeLessThanOrEqual(240);
    expect(new Set(on.smsc.submits.map(({ session }) => session)).size).toBeGreaterThanOrEqual(3);
    for (const submit of on.smsc.submits)
      expect(submit).toMatchObject({
        ...{
          source_addr_ton: 6,
          source_addr_npi: 9,
          source_addr: '15005550100',
          dest_addr_ton: 1,
          dest_addr_npi: 1,
        },
        ...{ service_type: '', esm_class: submit.concat ? 0x40 : 0, protocol_id: 0, priority_flag: 0 },
        ...{
          schedule_delivery_time: '',
          registered_delivery: 1,
          replace_if_present_flag: 0,
          sm_default_msg_id: 0,
        },
        ...{ tlvs: {}, validity_period: expect.stringMatching(/^0000000[01][0-5]\d[0-5]\d000R$/) },
      });

    // Receipts: all that were given, with their last word, whatever they came before.
    const reportedOf = (digits: string, outcome: string) =>
      done
        .filter(({ submission }) => digits.includes(submission.recipient.at(-1) as string))
        .map((one) => `${(lastOf(one) as { ref: string }).ref} ${outcome}`);
    const atOnce = [...reportedOf('01234', 'delivered'), ...reportedOf('56', 'failed')];
    await on.smsc.when(() => on.smsc.answers.length === atOnce.length + reportedOf('56', '').length);
    const reported = () => on.receipts.map(({ ref, outcome }) => `${ref} ${outcome}`).sort();
    expect(reported()).toEqual(atOnce.sort());
    const held = await on.smsc.release({ shuffled: true });
    expect(held).toBe(reportedOf('78', '').length);
    await on.smsc.when(() => on.smsc.answers.length === atOnce.length + reportedOf('5678', '').length);
    expect(reported()).toEqual([...atOnce, ...reportedOf('78', 'delivered')].sort());
    expect(new Set(on.smsc.answers.map(({ status }) => status))).toEqual(new Set([0]));
  },
  60_000,
);

const latin1Text = gsmText.map((text) => text.replace(/[^ -~¡-ÿ\n\r]/g, 'x'));

const ways = [
  ['16-bit references', {}, () => [...sample(gsmText, 150), ...sample(ucs2Text, 150)], { bits: 16 }],
  [
    'parameters beside the parts',
    { long_texts: 'sar' },
    () => [...sample(gsmText, 150), ...sample(ucs2Text, 150)],
    { bits: 16 },
  ],
  [
    'message_payload',
    { long_texts: 'message_payload' },
    () => [...sample(gsmText, 150), ...sample(ucs2Text, 150)],
    { unit: 'message' },
  ],
  [
    'Latin-1',
    { default_alphabet: 'latin1' },
    () => [...sample(latin1Text, 150), ...sample(ucs2Text, 50), '5 € a day', 'Ω'],
    {},
  ],
  [
    'Latin-1 in message_payload',
    { default_alphabet: 'latin1', long_texts: 'message_payload' },
    () => [...sample(latin1Text, 100), ...sample(gsmText, 50)],
    { unit: 'message' },
  ],
] as const;

judged.each(ways)(titled('texts by %s read as they were written'), async (way, settings, texts, split) => {
  const on = await open({ plan: { rules: [{ spread_ms: 10 }] }, settings });
  const all = texts().flatMap((text) => submissionsOf(text, split));
  expectOnceEach(on, await on.submitAll(all));
  const { submits } = on.smsc;
  expectAsWritten(on, all);
  const codings = new Set(submits.map(({ data_coding }) => data_coding));
  expect(codings).toEqual(new Set(way.startsWith('Latin-1') ? [3, 8] : [0, 8]));
  const payloads = submits.filter(({ tlvs }) => tlvs[0x0424] !== undefined);
  if (!way.includes('message_payload')) {
    expectToFit(submits);
    expect(payloads).toEqual([]);
  } else {
    // Short ones as ever, long ones whole, and never both.
    expect(payloads.length).toBeGreaterThan(20);
    expect(payloads.every(({ octets }) => octets === '')).toBe(true);
    expectToFit(submits.filter((one) => !payloads.includes(one)));
  }
  const hasHeaders = way === '16-bit references' || way === 'Latin-1';
  for (const { esm_class, concat } of submits) expect(esm_class).toBe(hasHeaders && concat ? 0x40 : 0);
});

judged(titled('senders and settings are on the wire as they are configured'), async () => {
  const on = await open({
    settings: {
      system_type: 'kind',
      service_type: 'CMT',
      destination_ton: 2,
      destination_npi: 8,
      validity: 'absolute',
    },
  });
  expect(on.smsc.binds).toEqual([
    expect.objectContaining({
      system_id: 'relay',
      password: 'secret',
      system_type: 'kind',
      interface_version: 0x34,
    }),
  ]);
  const senders = ['+15005550100', '72345', 'My Shop', '00441234567890'];
  const all = senders.map((sender) => ({ ...(submissionsOf('hi')[0] as Submission), sender }));
  await on.submitAll(all);
  const received = receivedOf(on.smsc.submits);
  const seen = all.map((one) => received.get(keyOf(one))?.[0] as JudgedSubmit);
  expect(seen.map((one) => [one.source_addr_ton, one.source_addr_npi, one.source_addr])).toEqual([
    [1, 1, '15005550100'],
    [3, 0, '72345'],
    [5, 0, 'My Shop'],
    [0, 1, '00441234567890'],
  ]);
  for (const [index, one] of seen.entries()) {
    expect([one.dest_addr_ton, one.dest_addr_npi, one.service_type]).toEqual([2, 8, 'CMT']);
    const stamp = new Date((all[index] as Submission).expiresAtMs)
      .toISOString()
      .replace(/\D/g, '')
      .slice(2, 14);
    expect(one.validity_period.slice(0, 12)).toBe(stamp);
    expect(one.validity_period).toMatch(/^\d{13}00\+$/);
  }
});

judged.each([
  ['hex_to_decimal', 'decimal_to_hex'],
  ['decimal_to_hex', 'hex_to_decimal'],
  ['hex', 'as_is'],
] as const)(titled('receipts name their texts when the SMSC gives names %s'), async (ids, receipt_id) => {
  const on = await open({
    plan: { ids, rules: [{ receipt: { when: 'after', form: 'text', stats: ['DELIVRD'] } }] },
    settings: { receipt_id },
  });
  const done = await on.submitAll(Array.from({ length: 40 }, () => submissionsOf('hi')[0] as Submission));
  await on.smsc.when(() => on.smsc.answers.length === 40);
  const refs = done.map((one) => (lastOf(one) as { ref: string }).ref).sort();
  expect(on.receipts.map(({ ref }) => ref).sort()).toEqual(refs);
  expect(new Set(refs).size).toBe(40);
});
