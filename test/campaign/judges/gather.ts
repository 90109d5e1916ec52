// Collects the evidence of a campaign that has become quiet: the tables, the counterparts' ledgers, the processes' logs.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Incoming } from '../load/inbound.ts';
import type { Sent } from '../load/sends.ts';
import { answerWord } from '../load/stories/stop_rounds.ts';
import type { Sql } from '../world/database.ts';
import { heldBySimulated, leftSimulated, modemsOf } from '../world/phones.ts';
import type { World } from '../world/world.ts';
import type { Account, Evidence, IncomingFate, Row, Thread } from './evidence.ts';
import { leftSmsc } from './left_smsc.ts';
import { wordOf } from './sends.ts';

const hashOf = (address: string) => createHash('sha256').update(address).digest('hex').slice(0, 16);

type Left = Evidence['left'][number];
/** A key, a text's words, or a recipient. */
const secret = /svc_live_\w{12}|\b[wi][0-9a-z]+[wi] (hello|a text|first)|\+1[34]\d{9}\b/;
const mostLeaks = 20;

/** Reads what the tables hold of the campaign's accounts. */
export async function readTables(
  world: World,
): Promise<{ rows: Row[]; accounts: Account[]; threads: Thread[] }> {
  const ids = world.tenants.map(({ id }) => String(id));
  return world.database.with(async (sql: Sql) => {
    const rows = await sql<
      Row[]
    >`select account_id as "accountId", id::float8 as id, seq::float8 as seq, direction,
      address, address_norm as "addressNorm", body, status, error, client_ref as "clientRef", route, charged
      from message where account_id = any(${ids}::int8[]) order by account_id, id`;
    const accounts = await sql<Account[]>`select a.id, a.texts_used as used,
      (select count(*)::int from message m where m.account_id = a.id and m.charged) as charged
      from account a where a.id = any(${ids}::int8[])`;
    const threads = await sql<Thread[]>`select account_id as "accountId", address_norm as "addressNorm",
      message_count::int as count, last_message_id::float8 as last from thread where account_id = any(${ids}::int8[])`;
    return { rows: [...rows], accounts: [...accounts], threads: [...threads] };
  });
}

/** What every ledger says that it took. */
export function gatherLeft(world: World, sends: ReadonlyMap<string, Sent>, rows: readonly Row[]): Left[] {
  const byAddress = new Map(
    [...sends.values()].filter(({ isAlone }) => isAlone).map((sent) => [sent.address, sent]),
  );
  const byHash = new Map([...byAddress.values()].map((sent) => [hashOf(sent.address), sent]));
  const wordIn = (recipient: string, text: string) => {
    const word = byAddress.get(recipient)?.word ?? wordOf(text);
    return sends.has(word) || word === answerWord ? word : null;
  };
  const left: Left[] = world.smscs.flatMap((smsc, index) =>
    leftSmsc(smsc.ledger()).map((part) => ({
      ...part,
      where: `smsc-${index}`,
      word: wordIn(part.recipient, part.text),
      atMs: world.timeline.since(part.atMs),
    })),
  );
  for (const { modem, tenant } of world.phones) {
    for (const { recipient, text, part, atMs: epochMs } of modem?.submits() ?? []) {
      const { number, total } = part;
      const [where, word] = [`modem of ${tenant.name}`, wordIn(recipient, text)];
      const [way, atMs] = ['modem' as const, world.timeline.since(epochMs)];
      left.push({ way, where, word, part: number, total, recipient, text, receipt: 'reported', atMs });
    }
  }
  const byId = new Map(rows.map((row) => [`${row.accountId}/${row.id}`, row]));
  for (const phone of world.phones.filter(({ modem }) => modem === null)) {
    for (const { messageId, recipient } of leftSimulated(phone)) {
      const row = byId.get(`${phone.tenant.id}/${messageId}`);
      const isOfRow = row !== undefined && hashOf(row.addressNorm) === recipient;
      const word = byHash.get(recipient)?.word ?? (isOfRow ? wordOf(row.body) : null);
      const where = phone.agent.name;
      left.push({
        way: 'simulated',
        where,
        word,
        part: 1,
        total: 1,
        recipient,
        text: '',
        receipt: 'reported',
        atMs: null,
      });
    }
  }
  return left;
}

/** What the counterparts know of the texts that they had for us. */
export function gatherFates(
  world: World,
  incoming: Iterable<Incoming>,
): (Incoming & { fate: IncomingFate })[] {
  const ledgers = world.smscs.map((smsc) => smsc.ledger());
  const held = new Set(world.phones.filter(({ modem }) => modem === null).flatMap(heldBySimulated));
  const lost = new Set(modemsOf(world.phones).flatMap((modem) => modem.lost()));
  return [...incoming].map((text) => {
    const { name, parts, smsc, way, pdus } = text;
    if (way === 'simulated')
      return {
        ...text,
        fate: { acknowledged: held.has(name) ? 'no' : 'yes', isTwice: false, isLost: false },
      };
    if (way === 'modem')
      return {
        ...text,
        fate: { acknowledged: 'unknown', isTwice: false, isLost: pdus.some((pdu) => lost.has(pdu)) },
      };
    const ledger = ledgers[smsc ?? 0];
    const names = Array.from({ length: parts }, (_, index) => `${name}.${index}`);
    const isReceived = names.every((each) => ledger?.textsReceived.has(each));
    const isTwice = names.some((each) => ledger?.textsTwice.has(each));
    return { ...text, fate: { acknowledged: isReceived ? 'yes' : 'no', isTwice, isLost: false } };
  });
}

/** Lines of logs that say what no log may say. */
export function gatherLeaks(directory: string): { file: string; line: string }[] {
  const leaks: { file: string; line: string }[] = [];
  for (const name of readdirSync(directory).filter((each) => each.endsWith('.log'))) {
    const file = join(directory, name);
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      if (leaks.length >= mostLeaks) return leaks;
      if (secret.test(line)) leaks.push({ file, line: line.slice(0, 300) });
    }
  }
  return leaks;
}
