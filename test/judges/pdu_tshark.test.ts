// Our PDUs as Wireshark's dissector reads them: another implementation of the same standards, which shares no line with
// ours. All packets of a test go through one run of it.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Address, addressOf } from '../../device-agent/pdu/address.ts';
import { decodeDeliver, encodeDeliver } from '../../device-agent/pdu/deliver.ts';
import { unpackSeptets } from '../../device-agent/pdu/gsm7.ts';
import { encodeStatusReport } from '../../device-agent/pdu/status_report.ts';
import { encodeSubmit } from '../../device-agent/pdu/submit.ts';
import type { Stamp } from '../../device-agent/pdu/timestamp.ts';
import type { Part } from '../../device-agent/pdu/user_data.ts';
import { splitText } from '../../server/domain/messages/text.ts';
import { nightSeed } from '../support/extent.ts';
import { dissect, type Fields, hasDissector } from './pdu_dissector.ts';
import { gsmText, ucs2Text } from './pdu_texts.ts';

const title = (text: string) => (hasDissector ? text : `${text} [skipped: no tshark or text2pcap here]`);
const timeoutMs = 60_000;

const sample = <T>(values: fc.Arbitrary<T>, numRuns: number): T[] =>
  fc.sample(values, { numRuns, seed: nightSeed });

const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 7, maxLength: 14 });
const number = digits.map((all) => addressOf(`+1${all}`));
const dialled = fc.constantFrom('12345', '7726', '*100#').map(addressOf);
const name = fc
  .string({ unit: fc.constantFrom(...'AZaz09 .-éÄΩ@'), minLength: 1, maxLength: 11 })
  // Eight characters of which the last is code 0 are read as seven; see the codec.
  .filter((text) => !/^.{7}@$/.test(text) && !/^[0-9]+$/.test(text))
  .map((text): Address => ({ type: 'alphanumeric', text }));
const bits = fc.constantFrom(8 as const, 16 as const);
const stamp: fc.Arbitrary<Stamp> = fc.record({
  atMs: fc.integer({ min: 946_771_200, max: 2_500_000_000 }).map((seconds) => seconds * 1000),
  zoneMinutes: fc.integer({ min: -48, max: 56 }).map((quarters) => quarters * 15),
});
const text = fc.record({ body: fc.oneof(gsmText, ucs2Text), bits, reference: fc.nat(65_535) });

/** The parts of a text as the core hands them over. */
function partsOf(body: string, referenceBits: 8 | 16, reference: number) {
  const { encoding, parts } = splitText(body, referenceBits);
  return parts.map((one, index): { encoding: 'gsm7' | 'ucs2'; part: Part } => ({
    encoding,
    part: {
      text: one,
      number: index + 1,
      total: parts.length,
      reference: reference % 2 ** referenceBits,
      referenceBits,
    },
  }));
}

/** What the dissector must show of an address and a part. */
const shownAddress = ({ type, text: shown }: Address, field: string): Fields => ({
  [field]: shown.replace('+', ''),
  'dis_field_addr.num_type': { unknown: '0', international: '1', alphanumeric: '5' }[type as 'unknown'],
});

const shownPart = ({ text: shown, number, total, reference, referenceBits }: Part): Fields => ({
  // A text of nothing at all is not shown.
  sms_text: shown === '' ? undefined : shown,
  'tp-udhi': total === 1 ? '0' : '1',
  ie_identifier: total === 1 ? undefined : referenceBits === 8 ? '0x00' : '0x08',
  'udh.mm.msg_id': total === 1 ? undefined : `${reference}`,
  'udh.mm.msg_parts': total === 1 ? undefined : `${total}`,
  'udh.mm.msg_part': total === 1 ? undefined : `${number}`,
});

function shownStamp({ atMs, zoneMinutes }: Stamp, prefix: string): Fields {
  const local = new Date(atMs + zoneMinutes * 60_000).toISOString();
  const [year, month, day, hour, minutes, seconds] = local.match(/\d\d(?=[-T:.])/g)!.map((two) => `${+two}`);
  return {
    [`${prefix}.scts.year`]: year,
    [`${prefix}.scts.month`]: month,
    [`${prefix}.scts.day`]: day,
    [`${prefix}.scts.hour`]: hour,
    [`${prefix}.scts.minutes`]: minutes,
    [`${prefix}.scts.seconds`]: seconds,
    [`${prefix}.zone`]: `${zoneMinutes}`,
  };
}

/** Holds what the dissector shows against what it must show, and says how many packets that were. */
function compare(shown: readonly Fields[], expected: readonly Fields[], least: number): void {
  expect(shown.length).toBe(expected.length);
  expect(expected.length).toBeGreaterThanOrEqual(least);
  for (const [index, fields] of expected.entries()) {
    const seen = Object.fromEntries(Object.keys(fields).map((field) => [field, shown[index]?.[field]]));
    expect(seen, `packet ${index} of seed ${nightSeed}`).toEqual(fields);
  }
}

test.skipIf(!hasDissector)(
  title('500 submits, 300 texts in all their parts, are read by tshark as they were meant'),
  async () => {
    const settings = fc.record({
      text,
      recipient: fc.oneof(number, dialled),
      statusReport: fc.boolean(),
      validityMinutes: fc.option(fc.integer({ min: 5, max: 100_000 }), { nil: undefined }),
      messageReference: fc.nat(255),
    });
    const submits = sample(settings, 300).flatMap(({ text: { body, bits: width, reference }, ...rest }) =>
      partsOf(body, width, reference).map((one) => ({ ...one, ...rest })),
    );
    const packets = submits.map((submit) => ({ direction: 'I' as const, tpdu: encodeSubmit(submit) }));
    const expected = submits.map(
      ({ part, encoding, recipient, statusReport, validityMinutes, messageReference }) => ({
        ...shownPart(part),
        ...shownAddress(recipient, 'tp-da'),
        'tp-mti': '1',
        'tp-mr': `${messageReference}`,
        'tp-srr': statusReport ? '1' : '0',
        'tp-rd': '0',
        'tp-rp': '0',
        'tp-vpf': validityMinutes === undefined ? '0' : '2',
        'tp-pid': '0',
        'tp-dcs': encoding === 'gsm7' ? '0' : '8',
      }),
    );
    compare(await dissect(packets), expected, 500);
  },
  timeoutMs,
);

test.skipIf(!hasDissector)(
  title('500 delivers from numbers, short codes and names are read by tshark as they were meant'),
  async () => {
    const settings = fc.record({ text, sender: fc.oneof(number, dialled, name), sentAt: stamp });
    const forms = sample(settings, 300).flatMap(({ text: { body, bits: width, reference }, ...rest }) =>
      partsOf(body, width, reference).map((one) => ({ ...one, ...rest })),
    );
    const packets = forms.map((form) => ({ direction: 'O' as const, tpdu: encodeDeliver(form) }));
    const expected = forms.map(({ part, encoding, sender, sentAt }) => ({
      ...shownPart(part),
      ...shownAddress(sender, 'tp-oa'),
      ...shownStamp(sentAt, 'sent'),
      'tp-mti': '0',
      'tp-mms': '1',
      'tp-dcs': encoding === 'gsm7' ? '0' : '8',
    }));
    compare(await dissect(packets), expected, 500);
  },
  timeoutMs,
);

test.skipIf(!hasDissector)(
  title('status reports of all 256 statuses are read by tshark as they were meant'),
  async () => {
    const settings = fc.record({
      recipient: number,
      messageReference: fc.nat(255),
      sentAt: stamp,
      dischargedAt: stamp,
    });
    const reports = sample(settings, 256).map((report, status) => ({ ...report, status }));
    const packets = reports.map((report) => ({ direction: 'O' as const, tpdu: encodeStatusReport(report) }));
    const expected = reports.map(({ recipient, messageReference, sentAt, dischargedAt, status }) => ({
      ...shownAddress(recipient, 'tp-ra'),
      ...shownStamp(sentAt, 'sent'),
      ...shownStamp(dischargedAt, 'discharged'),
      'tp-mti': '2',
      'tp-mms': '1',
      'tp-mr': `${messageReference}`,
      'dis_field.definition': `${status >> 7}`,
      'dis_field.st_error': `${(status >> 5) & 3}`,
      'dis.field_st_reason': `${status & 31}`,
    }));
    compare(await dissect(packets), expected, 256);
  },
  timeoutMs,
);

/** What tshark shows, with our character where it has none for an escape: the standard has the main table's there. */
const filled = (theirs: string | undefined, ours: string) =>
  [...(theirs ?? '')].map((character, index) => (character === '\ufffd' ? ours[index] : character)).join('');

/** Two escapes in a row, which tshark takes for one: as septets these are a space (TS 23.038 6.2.1.1). */
const hasTwoEscapes = (octets: string) =>
  String.fromCharCode(
    ...unpackSeptets(Buffer.from(octets, 'latin1'), Math.floor((octets.length * 8) / 7)),
  ).includes('\u001b\u001b');

test.skipIf(!hasDissector)(
  title('octets under every uncompressed coding scheme are the text that tshark reads'),
  async () => {
    const schemes = Array.from({ length: 256 }, (_, octet) => octet).filter(
      (octet) => octet >= 0x80 || (octet & 0x20) === 0,
    );
    // An even number of octets, so that they are units of UCS-2 as well as septets and data.
    const pair = fc.string({
      unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
      minLength: 2,
      maxLength: 2,
    });
    const body = fc
      .array(pair, { minLength: 1, maxLength: 60 })
      .filter((pairs) => !hasTwoEscapes(pairs.join('')));
    const bodies = sample(body, schemes.length);
    const tpdus = schemes.map((codingScheme, index) =>
      encodeDeliver({
        sender: addressOf('12345'),
        sentAt: { atMs: 1_700_000_000_000, zoneMinutes: 0 },
        part: { text: bodies[index]!.join(''), number: 1, total: 1, reference: 0, referenceBits: 8 },
        encoding: 'data',
        codingScheme,
      }),
    );
    const shown = await dissect(tpdus.map((tpdu) => ({ direction: 'O' as const, tpdu })));
    const counts = { sameText: 0, sameData: 0, reserved: 0 };
    for (const [index, scheme] of schemes.entries()) {
      const { encoding, part } = decodeDeliver(tpdus[index]!);
      const { sms_text: text, sms_body: octets } = shown[index]!;
      // Of reserved schemes tshark shows bare octets; the standard has them read as the default alphabet.
      const isReserved = scheme < 0x80 ? (scheme & 0x0c) === 0x0c : scheme < 0xc0;
      if (isReserved) expect([scheme, encoding, text]).toEqual([scheme, 'gsm7', undefined]);
      else if (encoding === 'data')
        expect([scheme, Buffer.from(part.text).toString('hex')]).toEqual([
          scheme,
          octets?.replaceAll(':', ''),
        ]);
      else expect([scheme, part.text]).toEqual([scheme, filled(text, part.text)]);
      counts[isReserved ? 'reserved' : encoding === 'data' ? 'sameData' : 'sameText']++;
    }
    expect(counts).toEqual({ sameText: 88, sameData: 24, reserved: 80 });
  },
  timeoutMs,
);
