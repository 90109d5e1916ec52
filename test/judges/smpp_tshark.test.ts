// Wireshark's dissector judges every octet that our SMPP carrier writes: nothing malformed, and each field as it was
// meant.
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import type { Submission } from '../../server/carrier/carrier.ts';
import { missingForNetSmpp, type NetSmpp } from '../support/net_smpp/net_smpp.ts';
import { hasProgram } from '../support/programs.ts';
import { gsmText, ucs2Text } from './pdu_texts.ts';
import { commandsIn, type Dissected, dissect, SmppTap } from './smpp_dissector.ts';
import { type Bench, keyOf, openBench, submissionsOf, titled } from './smpp_judged.ts';

const missing = [...missingForNetSmpp, ...['tshark', 'text2pcap'].filter((name) => !hasProgram(name))];
const judged = test.skipIf(missing.length > 0);

const taps: SmppTap[] = [];
let bench: Bench | undefined;
afterEach(async () => {
  await bench?.stop();
  bench = undefined;
  for (const tap of taps.splice(0)) await tap.close();
});

async function open(settings: Record<string, unknown>) {
  const port = async (smsc: NetSmpp) => {
    const tap = await SmppTap.to(smsc.port);
    taps.push(tap);
    return tap.port;
  };
  bench = await openBench({ settings, port });
  return { on: bench, tap: taps.at(-1) as SmppTap };
}

const commandOf = ({ fields }: Dissected) => Number(fields.command_id);
const octetsOf = (text: string | undefined) => (text ?? '').replaceAll(':', '');
const isBasic = (text: string) => !/[\ud800-\udfff]/.test(text);

const sampled = () => [...fc.sample(gsmText, 120), ...fc.sample(ucs2Text, 120)].filter((text) => text !== '');

interface Way {
  settings: Record<string, unknown>;
  submissions(): Submission[];
  /** What the way alone decides. */
  expected(one: Submission, seen: Dissected): unknown;
}

const typesOf = {
  source_addr_ton: '0x01',
  source_addr_npi: '0x01',
  dest_addr_ton: '0x01',
  dest_addr_npi: '0x01',
};
const noParameters = { parameters: [] as unknown[] };

const headerOf = ({ total, part, reference, referenceBits }: Submission) =>
  total === 1
    ? {}
    : {
        'dis_field_udh.user_data_header_length': referenceBits === 8 ? '5' : '6',
        ie_identifier: referenceBits === 8 ? '0x00' : '0x08',
        'dis_field_ud_iei.length': referenceBits === 8 ? '3' : '4',
        'udh.mm.msg_id': `${reference}`,
        'udh.mm.msg_parts': `${total}`,
        'udh.mm.msg_part': `${part}`,
      };

const withHeaders = (one: Submission) => ({
  ...noParameters,
  header: expect.objectContaining(headerOf(one)),
  fields: expect.objectContaining({ ...typesOf, 'esm.submit.features': one.total > 1 ? '0x01' : '0x00' }),
});

const ways: Record<string, Way> = {
  'headers of 8 bits': {
    settings: { service_type: 'CMT' },
    submissions: () => sampled().flatMap((text) => submissionsOf(text)),
    expected: withHeaders,
  },
  'headers of 16 bits, and other types of numbers': {
    settings: { source_ton: 5, source_npi: 0, destination_ton: 2, destination_npi: 8, validity: 'off' },
    submissions: () => sampled().flatMap((text) => submissionsOf(text, { bits: 16 })),
    expected: (one) => ({
      ...withHeaders(one),
      fields: expect.objectContaining({
        ...{ source_addr_ton: '0x05', source_addr_npi: '0x00', dest_addr_ton: '0x02', dest_addr_npi: '0x08' },
        'esm.submit.features': one.total > 1 ? '0x01' : '0x00',
      }),
    }),
  },
  'parameters beside the parts': {
    settings: { long_texts: 'sar', validity: 'absolute' },
    submissions: () => sampled().flatMap((text) => submissionsOf(text, { bits: 16 })),
    expected: ({ total, part, reference }) => ({
      fields: expect.objectContaining({ ...typesOf, 'esm.submit.features': '0x00' }),
      parameters:
        total === 1
          ? []
          : [
              ['0x020c', `${reference}`],
              ['0x020e', `${total}`],
              ['0x020f', `${part}`],
            ],
    }),
  },
  message_payload: {
    settings: { long_texts: 'message_payload' },
    submissions: () => sampled().flatMap((text) => submissionsOf(text, { unit: 'message' })),
    expected: (_, { fields }) => ({
      fields: expect.objectContaining({ ...typesOf, 'esm.submit.features': '0x00' }),
      parameters: fields.sm_length === '0' ? [['0x0424', expect.any(String)]] : [],
    }),
  },
};

/** The text as it is on the wire in UCS-2; null where the dissector reads it by itself. */
const ucs2Of = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex');

judged.each(Object.entries(ways))(
  titled('every submit is read as it was meant: %s', missing),
  async (_, way) => {
    const { on, tap } = await open(way.settings);
    const all = way.submissions();
    await on.submitAll(all);
    await on.carrier.stop();
    const seen = await dissect(tap.pdus);
    expect(seen.flatMap(({ complaints }) => complaints)).toEqual([]);
    expect(seen.map(commandOf)).toEqual([9, ...all.map(() => 4), 6]);
    expect(seen.map(({ fields }) => Number(fields.sequence_number))).toEqual(
      seen.map((_, index) => index + 1),
    );
    expect(seen[0]?.fields).toMatchObject({
      system_id: 'relay',
      password: 'secret',
      interface_version: '52',
    });

    const byKey = new Map(all.map((one) => [keyOf(one), one]));
    for (const submit of seen.slice(1, -1)) {
      const { fields, header, parameters } = submit;
      const part = header['udh.mm.msg_part'] ?? parameters.find(([tag]) => tag === '0x020f')?.[1] ?? 1;
      const one = byKey.get(`+${fields.destination_addr} ${part}`) as Submission;
      byKey.delete(keyOf(one));
      expect(submit).toMatchObject(way.expected(one, submit) as object);
      expect(fields).toMatchObject({
        source_addr: '15005550100',
        data_coding: one.encoding === 'gsm7' ? '0x00' : '0x08',
        ...{ 'esm.submit.msg_mode': '0x00', 'esm.submit.msg_type': '0x00', protocol_id: '0x00' },
        ...{ priority_flag: '0x00', schedule_delivery_time_r: '0.000000000', 'regdel.receipt': '0x01' },
        ...{ 'regdel.acks': '0x00', 'regdel.notif': '0x00', replace_if_present_flag: '0x00' },
        sm_default_msg_id: '0',
      });
      expect(fields.service_type).toBe(way.settings.service_type ?? '(Default)');
      expectValidity(submit, way.settings.validity, one);
      expectText(submit, one);
    }
    expect(byKey.size).toBe(0);
  },
);

function expectValidity({ fields }: Dissected, validity: unknown, one: Submission) {
  if (validity === 'off') expect(fields.validity_period_r ?? '0.000000000').toBe('0.000000000');
  else if (validity === 'absolute') {
    const readMs = Date.parse((fields.validity_period as string).replace(/(\.\d{3})\d*/, '$1'));
    expect(Math.abs(readMs - one.expiresAtMs)).toBeLessThan(1_000);
  } else {
    // It was asked for an hour, and the clock of this test runs ten times as fast.
    expect(Number(fields.validity_period_r)).toBeGreaterThan(3_000);
    expect(Number(fields.validity_period_r)).toBeLessThanOrEqual(3_600);
  }
}

function expectText({ fields, header, parameters }: Dissected, one: Submission) {
  const payload = parameters.find(([tag]) => tag === '0x0424')?.[1];
  const headerLength = header['dis_field_udh.user_data_header_length'];
  const octets = payload ?? octetsOf(fields.message).slice(headerLength ? 2 + 2 * Number(headerLength) : 0);
  if (one.encoding === 'ucs2') {
    expect(octets).toBe(ucs2Of(one.text));
    if (payload === undefined && isBasic(one.text)) expect(fields.message_text).toBe(one.text);
  } else if (payload === undefined) expect(fields.message_text).toBe(one.text);
  else expect(Buffer.from(payload, 'hex').length).toBeGreaterThanOrEqual(one.text.length);
}

judged(
  titled(
    'answers, questions, refusals and the end are well-formed, also in a stream that is cut anywhere',
    missing,
  ),
  async () => {
    const { on, tap } = await open({ default_alphabet: 'latin1', enquire_after_s: 5, system_type: 'kind' });
    on.take = async ({ recipient }) => {
      if (recipient.endsWith('8')) throw new Error('the database is away');
      return recipient.endsWith('0');
    };
    const text = { from: '15005550006', text: 'hi', coding: 'gsm', as: 'short' } as const;
    for (const last of [0, 8, 9]) await on.smsc.deliver({ ...text, to: `1500555010${last}` });
    await on.smsc.receipt('1', 'DELIVRD', 'both');
    for (const kind of ['unknown_command', 'cut_in_address', 'cut_in_text'] as const)
      await on.smsc.breakPdu(kind, 1);
    await on.smsc.ask('enquire', 1);
    await on.smsc.when(() => on.smsc.enquiries.length > 0);
    const texts = ['plain', 'é'.repeat(160), 'ñ'.repeat(300), '€'];
    const done = await on.submitAll(texts.flatMap((one) => submissionsOf(one)));
    expect(done.every(({ results }) => results[0]?.kind === 'accepted')).toBe(true);
    await on.smsc.breakPdu('length_huge', 1);
    await on.smsc.when(() => on.smsc.closed.size > 0);

    const seen = await dissect(tap.pdus);
    expect(seen.flatMap(({ complaints }) => complaints)).toEqual([]);
    const answers = seen.filter((one) => commandOf(one) === 0x8000_0005);
    expect(new Set(answers.map(({ fields }) => Number(fields.command_status)))).toEqual(
      new Set([0, 8, 0x65, 1]),
    );
    // The message_id of an answer to a delivery is unused, and there all the same.
    expect(new Set(answers.map(({ fields }) => fields.command_length))).toEqual(new Set(['17']));
    const nacks = seen.filter((one) => commandOf(one) === 0x8000_0000).map(({ fields }) => fields);
    expect(nacks.map((one) => [Number(one.command_status), Number(one.sequence_number)])).toEqual([
      [3, 900_001],
      [2, 0],
    ]);
    const bare = seen.filter((one) => [0x15, 0x8000_0015, 0x8000_0000].includes(commandOf(one)));
    expect(bare.length).toBeGreaterThanOrEqual(4);
    expect(new Set(bare.map(({ fields }) => fields.command_length))).toEqual(new Set(['16']));
    const submits = seen.filter((one) => commandOf(one) === 4);
    expect(submits.map(({ fields }) => fields.data_coding)).toEqual(['0x03', '0x03', '0x03', '0x03', '0x08']);
    expect(submits.slice(0, 2).map(({ fields }) => fields.message_text)).toEqual(texts.slice(0, 2));

    const stream = tap.written[0] as Buffer[];
    expect((await commandsIn(stream, 500)).map(Number)).toEqual(seen.slice(0, pdusIn(stream)).map(commandOf));
  },
);

const pdusIn = (stream: readonly Buffer[]): number => {
  const octets = Buffer.concat(stream);
  let count = 0;
  for (let at = 0; at < octets.length; at += octets.readUInt32BE(at)) count += 1;
  return count;
};
