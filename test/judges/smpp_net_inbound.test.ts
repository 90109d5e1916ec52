// Net::SMPP and Perl's Encode judge what our SMPP carrier makes of deliver_sm: texts in all alphabets and pieces, and
// answers that say whether the core has them.
import fc from 'fast-check';
import { expect } from 'vitest';
import { until } from '../../runtime/testing/until.ts';
import type { CarrierInbound } from '../../server/carrier/carrier.ts';
import { splitText } from '../../server/domain/messages/text.ts';
import type { Delivery } from '../support/net_smpp/plan.ts';
import { gsmText, ucs2Text } from './pdu_texts.ts';
import { judged, provideBench, submissionsOf, titled } from './smpp_judged.ts';

const open = provideBench();

const numbers = { from: '15005550006', to: '15005550100' };
const text: Delivery = { ...numbers, text: 'hello', coding: 'gsm', as: 'short' };

const writtenAs = fc.constantFrom(
  'short',
  'payload',
  'udh8',
  'udh16',
  'udh8_payload',
  'udh16_payload',
  'sar',
);

/** Texts as an SMSC may deliver them: whole in one piece, or cut into parts. */
const delivered = fc
  .record({
    text: fc.oneof(gsmText, ucs2Text).filter((body) => body !== ''),
    as: writtenAs,
    reference: fc.nat(0xffff),
    isLatin1: fc.boolean(),
  })
  .map(({ text, as, reference, isLatin1 }): Delivery[] => {
    const body = text.replaceAll('\u{10ffff}', '\u{10fffd}');
    const { encoding, parts } = splitText(body, 16);
    const fits = isLatin1 && /^[\0-\u00ff]*$/.test(body);
    const coding = fits ? 'latin1' : encoding === 'gsm7' ? 'gsm' : 'ucs2';
    if (as === 'payload') return [{ ...numbers, text: body, coding, as }];
    // A lone part needs no header, but may have one.
    const pieces = as === 'short' ? parts.slice(0, 1) : parts;
    const bits = as.startsWith('udh8') ? 0xff : 0xffff;
    const place = (index: number) => ({
      reference: reference & bits,
      total: pieces.length,
      number: index + 1,
    });
    return pieces.map((text, index) => ({
      ...numbers,
      text,
      coding,
      as,
      ...(as !== 'short' && place(index)),
    }));
  });

judged(
  titled('texts in every alphabet and every kind of piece are received as they were delivered'),
  async () => {
    const on = await open();
    const all = fc.sample(delivered, 300).flat();
    const statuses = await Promise.all(all.map((one) => on.smsc.deliver(one)));
    expect(new Set(statuses)).toEqual(new Set([0]));
    const received = on.inbounds.map(({ text, concat, sender, recipient }) => ({
      text,
      concat,
      sender,
      recipient,
    }));
    const said = all.map(({ text, total, reference, number }) => ({
      text,
      concat: total !== undefined && total > 1 ? { reference, total, number } : undefined,
      sender: '+15005550006',
      recipient: '+15005550100',
    }));
    expect(received.length).toBe(said.length);
    const differing = said.filter((one, index) => JSON.stringify(one) !== JSON.stringify(received[index]));
    expect(differing.slice(0, 3)).toEqual([]);
    expect(new Set(on.inbounds.map(({ id }) => id))).toEqual(new Set([null]));
  },
);

judged(
  titled(
    'a text is acknowledged when it is stored, repeated when it is not, and confirmed when that was received',
  ),
  async () => {
    const on = await open({ speed: 20 });
    let failures = 2;
    const confirmedAtOnce: number[] = [];
    on.take = async ({ recipient }) => {
      if (failures-- > 0) throw new Error('the database is away');
      // No answer of the SMSC can be here by then.
      setImmediate(() =>
        confirmedAtOnce.push(on.confirmed.filter((text) => text.recipient === recipient).length),
      );
      return recipient !== '+15005550199';
    };
    // The SMSC brings it again by itself.
    expect(await on.smsc.deliver(text)).toBe(0x08);
    await on.smsc.when(() => on.smsc.answers.filter(({ key }) => key !== null).length === 3);
    expect(on.smsc.answers.map(({ status }) => status)).toEqual([0x08, 0x08, 0]);
    expect(on.inbounds.length).toBe(1);
    // Nobody has that number: it should not come again.
    expect(await on.smsc.deliver({ ...text, to: '15005550199' })).toBe(0x65);
    // An answer of the SMSC to something that we wrote later shows that it received.
    await on.submitAll(submissionsOf('later'));
    expect(confirmedAtOnce).toEqual([0, 0]);
    expect(on.confirmed.map(({ recipient }) => recipient)).toEqual(['+15005550100', '+15005550199']);
  },
);

judged(titled('the same text is known again on another session, and not taken for another'), async () => {
  const on = await open();
  const offered: CarrierInbound[] = [];
  on.take = async (text) => {
    offered.push(text);
    // The first is never acknowledged.
    if (offered.length === 1) await new Promise(() => {});
    return true;
  };
  const repeated = on.smsc.deliver(text);
  await until(() => offered.length === 1);
  await on.smsc.deliver({ ...text, text: 'hello!' });
  await on.smsc.drop(await on.smsc.whenBound());
  expect(await repeated).toBe(0);
  expect(offered.map(({ text }) => text)).toEqual(['hello', 'hello!', 'hello']);
  const [first, other, second] = offered as [CarrierInbound, CarrierInbound, CarrierInbound];
  expect(second.fingerprint).toBe(first.fingerprint);
  expect(other.fingerprint).not.toBe(first.fingerprint);
  expect(other.connection).toBe(first.connection);
  expect(second.connection).not.toBe(first.connection);
});

judged(
  titled('receipts in all forms are reported with their final status, and repeated until they are stored'),
  async () => {
    const on = await open();
    let failures = 1;
    on.hear = async () => {
      if (failures-- > 0) throw new Error('the database is away');
    };
    const forms = ['text', 'tlv', 'both'] as const;
    const stats = [
      'DELIVRD',
      'EXPIRED',
      'DELETED',
      'UNDELIV',
      'REJECTD',
      'ENROUTE',
      'ACCEPTD',
      'UNKNOWN',
    ] as const;
    for (const form of forms) for (const stat of stats) await on.smsc.receipt(`${stat}-${form}`, stat, form);
    const first = on.smsc.answers.find(({ key }) => key !== null)?.key as string;
    await on.smsc.when(() => on.smsc.answers.filter(({ key }) => key === first).length === 2);
    expect(on.smsc.answers.filter(({ key }) => key === first).map(({ status }) => status)).toEqual([0x08, 0]);
    expect(on.receipts.map(({ ref, outcome }) => `${ref} ${outcome}`).sort()).toEqual(
      forms
        .flatMap((form) =>
          stats.slice(0, 5).map((stat) => `${stat}-${form} ${stat === 'DELIVRD' ? 'delivered' : 'failed'}`),
        )
        .sort(),
    );
    for (const { outcome, detail } of on.receipts) expect(detail === '').toBe(outcome === 'delivered');
  },
);
