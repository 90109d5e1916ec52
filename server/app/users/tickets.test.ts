// Tickets hold for their purpose and their time, and only a core can make one.
import { expect, test } from 'vitest';
import { simulateEachTest } from '../../../test/simulation/each_test.ts';
import { createTickets } from './tickets.ts';

const { clock, run } = simulateEachTest();

const content = { purpose: 'add_passkey' as const, userId: 123_456_789_012n, challenge: 'q-_A' };

test('a ticket says what it was issued for, for five minutes to the millisecond, at any core of the service', async () => {
  const ticket = createTickets('secret', clock).issue(content);
  const other = createTickets('secret', clock);
  await run(5 * 60_000 - 1);
  expect(other.read(ticket, 'add_passkey')).toMatchObject({
    userId: content.userId,
    challenge: content.challenge,
    used: { ticketEndsMs: clock.nowMs() + 1 },
  });
  await run(1);
  expect(other.read(ticket, 'add_passkey')).toBeUndefined();
});

test('nobody is the person of a ticket that was issued to nobody', () => {
  const tickets = createTickets('secret', clock);
  const ticket = tickets.issue({ ...content, purpose: 'passkey', userId: null });
  expect(tickets.read(ticket, 'passkey')?.userId).toBeNull();
});

test('a ticket for one purpose is none for another', () => {
  const tickets = createTickets('secret', clock);
  const ticket = tickets.issue(content);
  for (const purpose of ['second_factor', 'passkey', 'reauthentication'] as const)
    expect(tickets.read(ticket, purpose)).toBeUndefined();
});

test('whatever character is changed, added or left out, it is no ticket any more', () => {
  const tickets = createTickets('secret', clock);
  const ticket = tickets.issue(content);
  for (let at = 0; at < ticket.length; at++) {
    const [before, after] = [ticket.slice(0, at), ticket.slice(at + 1)];
    const other = ticket[at] === 'A' ? 'B' : 'A';
    for (const forged of [before + other + after, before + after, `${before}A${ticket.slice(at)}`])
      expect([forged === ticket, tickets.read(forged, 'add_passkey')]).toEqual([false, undefined]);
  }
  for (const forged of [`${ticket}=`, `${ticket} `, ticket.repeat(9), 'svc_ticket_', ''])
    expect(tickets.read(forged, 'add_passkey')).toBeUndefined();
});

test('a ticket of another service is none here', () => {
  const ticket = createTickets('another secret', clock).issue(content);
  expect(createTickets('secret', clock).read(ticket, 'add_passkey')).toBeUndefined();
});
