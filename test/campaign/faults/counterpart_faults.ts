// What the counterparts do: a modem that is unplugged or falls silent, an SMSC that dies, drops, throttles,
// refuses, forgets its receipts or delivers twice; and a key that is revoked.
import type { SimulatedModem } from '../../support/modem/simulated_modem.ts';
import type { PlainSmsc } from '../../support/plain_smsc/plain_smsc.ts';
import type { Plan, Strike } from '../../support/plain_smsc/plan.ts';
import { modemsOf, type Phone } from '../world/phones.ts';
import { chosen, type FaultKind, scaled } from './fault.ts';

/** SMPP's words: throttled, queue full, invalid destination. */
const refusals = { throttled: 0x58, full: 0x14, invalid: 0x0b };
const strikes: readonly Strike['at'][] = ['before_taken', 'after_taken', 'inside_answer', 'after_answer'];

const nameOf = (phones: readonly Phone[], modem: SimulatedModem) =>
  `modem of ${phones.find((phone) => phone.modem === modem)?.tenant.name}`;

function planOf(kind: string, weight: number, planned: (size: number) => Plan): FaultKind {
  return {
    kind: `smsc_${kind}`,
    weight,
    lastsMs: [2_000, 15_000],
    strike({ world }, { victim, size }) {
      const index = world.smscs.indexOf(chosen(world.smscs, victim));
      const smsc = world.smscs[index] as PlainSmsc;
      void smsc.plan(planned(size));
      return { victim: `smsc-${index}`, heal: () => void smsc.plan({}) };
    },
  };
}

export const counterpartFaults: readonly FaultKind[] = [
  planOf('drops_line', 2, (size) => ({
    strike: { at: chosen(strikes, size), action: 'drop', nth: 1 + Math.floor(size * 10) },
  })),
  planOf('throttles', 2, (size) => ({
    refuse: {
      status: size < 0.5 ? refusals.throttled : refusals.full,
      times: Math.ceil(scaled(size, 1, 80)),
    },
  })),
  planOf('refuses', 1, (size) => ({
    refuse: { status: refusals.invalid, times: Math.ceil(scaled(size, 1, 6)) },
  })),
  planOf('forgets_receipts', 1, () => ({ receipts: 'never' })),
  planOf('tells_receipts_first', 1, () => ({ receipts: 'before' })),
  planOf('answers_late', 1.5, (size) => ({
    answerMs: scaled(size, 50, 8_000),
    receiptMs: scaled(size, 0, 3_000),
  })),
  planOf('delivers_twice', 1.5, (size) => ({ twice: Math.ceil(scaled(size, 1, 10)) })),
  {
    kind: 'kill_smsc',
    weight: 2,
    lastsMs: [100, 8_000],
    async strike({ world }, { victim }) {
      const index = Math.floor(victim * world.smscs.length);
      const smsc = world.smscs[index] as PlainSmsc;
      if (smsc.isGone) return 'it is dead';
      await smsc.kill();
      return {
        victim: `smsc-${index}`,
        heal: () => (smsc.isGone ? smsc.run().catch(() => undefined) : undefined),
      };
    },
  },
  {
    kind: 'freeze_smsc',
    weight: 1,
    lastsMs: [2_000, 20_000],
    strike({ world }, { victim }) {
      const index = Math.floor(victim * world.smscs.length);
      const { pid, isGone } = world.smscs[index] as PlainSmsc;
      if (isGone || pid === undefined) return 'it is dead';
      process.kill(pid, 'SIGSTOP');
      return {
        victim: `smsc-${index}`,
        heal: () => {
          if (world.smscs[index]?.pid === pid && !world.smscs[index].isGone) process.kill(pid, 'SIGCONT');
        },
      };
    },
  },
  {
    kind: 'unplug_modem',
    weight: 2,
    lastsMs: [500, 15_000],
    strike({ world: { phones } }, { victim }) {
      const modem = chosen(modemsOf(phones), victim);
      modem.unplug();
      return { victim: nameOf(phones, modem), heal: () => modem.plug() };
    },
  },
  {
    kind: 'modem_misbehaves',
    weight: 2,
    lastsMs: [2_000, 12_000],
    strike({ world: { phones } }, { victim, size }) {
      const modems = modemsOf(phones);
      const modem = chosen(modems, victim);
      const at = chosen(
        ['before_prompt', 'after_prompt', 'after_ctrl_z', 'after_taken', 'inside_answer'] as const,
        (victim * modems.length) % 1,
      );
      const action = chosen(['drop', 'silence', 'reboot', 'hang', 'unplug'] as const, size);
      void modem.planFault({ at, action, command: '+CMGS' });
      return {
        victim: `${nameOf(phones, modem)}: ${action} ${at}`,
        heal: () => {
          modem.clearFaults();
          modem.plug();
          if (action === 'hang') modem.reboot();
        },
      };
    },
  },
  {
    kind: 'modem_loses_network',
    weight: 1,
    lastsMs: [2_000, 15_000],
    strike({ world: { phones } }, { victim }) {
      const modem = chosen(modemsOf(phones), victim);
      modem.setRegistration('searching');
      return { victim: nameOf(phones, modem), heal: () => modem.setRegistration('home') };
    },
  },
  {
    kind: 'revoke_key',
    weight: 2,
    lastsMs: [4_000, 12_000],
    async strike({ world, caller }, { victim, size }) {
      const tenants = world.tenants.filter(({ role }) => role === 'steady');
      const tenant = chosen(tenants, victim);
      const fresh = await world.operator.createKey(tenant.id);
      const key = chosen(tenant.keys, size);
      tenant.keys = [...tenant.keys.filter((each) => each !== key), fresh];
      // Until it is said, both answers are right.
      caller.revoked.set(key.secret, Number.POSITIVE_INFINITY);
      await world.operator.revokeKey(tenant.id, key.id);
      caller.revoked.set(key.secret, world.timeline.nowMs());
      // Somebody still uses it later on.
      const use = (_: unknown, gateway: number) =>
        caller.ask(gateway, { path: '/api/v1/usage', key, tenant });
      return { victim: tenant.name, heal: () => Promise.all(world.gateways.map(use)) };
    },
  },
];
