// Judges a world of carriers once it is quiet, by the SMSCs' ledgers, the tables and what readers saw.
import { expect } from 'vitest';
import { Direction, MessageStatus } from '../../proto/gen/textrelay/v1/message_pb.ts';
import type { Left } from '../support/plain_smsc/ledger.ts';
import type { CarrierWorld } from './carrier_world.ts';

/** How the texts ended. */
export interface Judged {
  delivered: number;
  /** Failed because nobody knows whether they left. */
  unknown: number;
  /** Texts by the carrier that took the first part of them. */
  bySmsc: number[];
}

interface Part {
  number: number;
  total: number;
  text: string;
}

/** The words of one part. The texts of these tests use only letters that GSM-7 and ASCII write alike. */
function readPart({ esmClass, dataCoding, content }: Left): Part {
  const headerOctets = (esmClass & 0x40) === 0 ? 0 : content.readUInt8(0) + 1;
  const [total, number] = headerOctets === 6 ? [content.readUInt8(4), content.readUInt8(5)] : [1, 1];
  const octets = Buffer.from(content.subarray(headerOctets));
  const text = dataCoding === 8 ? octets.swap16().toString('utf16le') : octets.toString('latin1');
  return { number, total, text };
}

/**
 * Every text is there once. Words that were sent again, before anybody could know that the first had been received, may be
 * there less often: they look like a repeat.
 */
function judgeReceived(received: readonly string[], incoming: readonly string[]): void {
  const come = Map.groupBy(received, (text) => text);
  const sent = Map.groupBy(incoming, (text) => text);
  expect([...come.keys()].sort()).toEqual([...sent.keys()].sort());
  for (const [text, times] of come)
    expect(times.length, text).toBeLessThanOrEqual(sent.get(text)?.length ?? 0);
}

/** Judges everything that was sent and received since the world last forgot. */
export async function judgeWorld(world: CarrierWorld): Promise<Judged> {
  const ledgers = world.smscs.map((smsc) => smsc.ledger().submits);
  const left = Map.groupBy(
    ledgers.flat().filter(({ verdict }) => verdict === 'taken'),
    ({ destination }) => `+${destination}`,
  );
  const judged: Judged = { delivered: 0, unknown: 0, bySmsc: ledgers.map(() => 0) };

  for (const reader of world.readers) {
    expect(reader.faults).toEqual([]);
    const rows = await world.inspect<{ id: bigint; seq: bigint; status: string; error: string | null }[]>`
      select id, seq, status, error from message where account_id = ${reader.accountId} order by id`;
    const shown = rows.map(({ id, seq, error }) => ({ id, seq, error }));
    const reported = [...reader.known.values()].map(({ id, seq, error }) => ({
      id,
      seq,
      error: error ?? null,
    }));
    expect(reported.sort((a, b) => Number(a.id - b.id))).toEqual(shown);

    const messages = [...reader.known.values()];
    const texts = messages.filter(({ direction }) => direction === Direction.OUT);
    const asked = [...world.asked].filter(([, { accountId }]) => accountId === reader.accountId);
    expect(texts.map(({ address }) => address).sort()).toEqual(asked.map(([address]) => address).sort());
    for (const { address, body, status, error } of texts) {
      const parts = (left.get(address) ?? []).map(readPart).sort((a, b) => a.number - b.number);
      expect(new Set(parts.map(({ number }) => number)).size, `${address} left once`).toBe(parts.length);
      const smsc = ledgers.findIndex((submits) =>
        submits.some((one) => one.verdict === 'taken' && `+${one.destination}` === address),
      );
      if (smsc >= 0) judged.bySmsc[smsc] = (judged.bySmsc[smsc] ?? 0) + 1;
      if (status === MessageStatus.DELIVERED) {
        judged.delivered++;
        expect(parts.length).toBe(parts[0]?.total);
        expect(parts.map(({ text }) => text).join('')).toBe(body);
      } else {
        expect({ address, status, error }).toMatchObject({
          status: MessageStatus.FAILED,
          error: expect.stringMatching(/^outcome_unknown: /),
        });
        judged.unknown++;
      }
    }

    const received = messages.filter(({ direction }) => direction === Direction.IN);
    judgeReceived(
      received.map(({ address, body }) => `${address} ${body}`),
      world.incoming.get(reader.accountId) ?? [],
    );
    const [counts] = await world.inspect`select a.texts_used::int as used,
      count(m.*) filter (where m.charged)::int as charged, count(distinct m.seq)::int as seqs, count(m.*)::int as total,
      count(*) filter (where m.holder is not null or m.deadline_at is not null)::int as open
      from account a join message m on m.account_id = a.id where a.id = ${reader.accountId} group by a.id`;
    expect(counts).toMatchObject({ used: texts.length, charged: texts.length, seqs: counts?.total, open: 0 });
  }
  for (const smsc of world.smscs) expect(smsc.output()).toBe('');
  return judged;
}
