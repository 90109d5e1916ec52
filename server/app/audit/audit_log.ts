// The list of what people, keys and operators changed.
import { randomBytes } from 'node:crypto';
import { Refusal, wrongLength } from '../../errors.ts';
import type { AuditEvent, AuditFilter } from '../../store/audit/audit_events.ts';
import type { AppContext } from '../context.ts';
import { readCursor, readPage, writeCursor, wrongCursor } from '../pages.ts';

/** A call that changes something. */
interface CallToRecord {
  /** 0 for one that names no account. */
  accountId: bigint;
  userId: bigint | null;
  /** The caller's key, as SHA-256 in hex. */
  keyHash: string | null;
  method: string;
  object: string;
}

/** Writes the line of a call before `run` begins it, and its outcome after it. Throws what `run` throws. */
export type RecordAuditEvent = <T>(
  call: CallToRecord,
  run: () => Promise<T>,
  objectOf: (answer: T) => string,
) => Promise<T>;

/** Longer than any that there is. */
const longestMethod = 100;

const latest = { atMs: Date.UTC(9999, 0), nonce: 0n };

const createNonce = () => BigInt.asIntN(64, randomBytes(8).readBigInt64BE());

export type AuditLog = ReturnType<typeof createAuditLog>;

export function createAuditLog({
  store,
  clock,
  log,
}: Pick<AppContext<'endAuditEvent' | 'listAuditEvents' | 'writeAuditEvent'>, 'store' | 'clock' | 'log'>) {
  const record: RecordAuditEvent = async (call, run, objectOf) => {
    const place = { accountId: call.accountId, atMs: clock.nowMs(), nonce: createNonce() };
    await store.writeAuditEvent({ ...call, ...place });
    /** The change has been made already: a line without its outcome is no reason to fail. */
    const end = (object: string, outcome: string) =>
      store
        .endAuditEvent(place, object, outcome)
        .catch(() => log.warn({ method: call.method }, 'the outcome of a change was not written down'));
    try {
      const answer = await run();
      await end(call.object || objectOf(answer), 'done');
      return answer;
    } catch (error) {
      await end(call.object, error instanceof Refusal ? error.code : 'failed');
      throw error;
    }
  };

  return {
    record,

    /** A page of those that pass the filter, newest first. Throws `invalid_request` for a wrong cursor or a method that is too long. */
    async list(
      accountId: bigint,
      { limit, cursor, ...filter }: { limit: number; cursor: string | undefined } & AuditFilter,
    ) {
      if (filter.method.length > longestMethod) throw wrongLength('method', 0, longestMethod);
      const before = cursor === undefined ? latest : readPlace(cursor);
      const { rows, last } = await readPage(limit, (most) =>
        store.listAuditEvents({ accountId, ...before }, filter, most),
      );
      return { auditEvents: rows, nextCursor: last && writeCursor([last.atMs, String(last.nonce)]) };
    },
  };
}

function readPlace(cursor: string): Pick<AuditEvent, 'atMs' | 'nonce'> {
  const [atMs, nonce] = readCursor(cursor);
  const isPlace = Number.isSafeInteger(atMs) && Math.abs(Number(atMs)) < latest.atMs;
  if (!isPlace || typeof nonce !== 'string' || !/^-?\d{1,19}$/.test(nonce)) throw wrongCursor();
  return { atMs: Number(atMs), nonce: BigInt.asIntN(64, BigInt(nonce)) };
}
