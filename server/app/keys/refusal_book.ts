// Refusals by policies on their way to the database. A refusal is noted in memory, and written once a second, so that
// no send waits for it. Each key, code and recipient has one entry, however often it is refused. A core that dies loses
// the last second.
import { every } from '../../../runtime/every.ts';
import type { Refusal } from '../../errors.ts';
import type { NotedRefusal } from '../../store/keys/key_refusals.ts';
import type { AppContext } from '../context.ts';

const periodMs = 1_000;
/** Most entries between two writes; further ones are dropped. */
const mostEntries = 2_000;
/** Entries of one statement. */
const batch = 500;

/** Notes that the key with this hash was refused; `addressNorm` is the recipient that it was refused for. */
export type NoteRefusal = (keyHash: string, refusal: Refusal, addressNorm?: string) => void;

export function openRefusalBook({
  store,
  clock,
  log,
}: Pick<AppContext<'noteKeyRefusals'>, 'store' | 'clock' | 'log'>) {
  let entries = new Map<string, NotedRefusal>();

  const note: NoteRefusal = (hash, { code, message }, addressNorm = '') => {
    const name = `${hash} ${code} ${addressNorm}`;
    const atMs = clock.nowMs();
    const entry = entries.get(name);
    if (entry) Object.assign(entry, { message, lastAtMs: atMs, times: entry.times + 1 });
    else if (entries.size < mostEntries)
      entries.set(name, { hash, code, addressNorm, message, times: 1, firstAtMs: atMs, lastAtMs: atMs });
  };

  /** What a write that failed held is lost, because nobody knows whether it was written. */
  const write = async () => {
    const noted = [...entries.values()];
    entries = new Map();
    for (let at = 0; at < noted.length; at += batch) await store.noteKeyRefusals(noted.slice(at, at + batch));
  };

  const onError = (error: unknown) =>
    log.warn(
      { error: (error as Error).message },
      'what the policies of keys refused was not written, and is not listed',
    );
  const work = () => (entries.size === 0 ? undefined : write());
  const rounds = every({ clock, periodMs, work, onError });
  return {
    note,
    /** Writes what is noted, and nothing later. */
    async stop() {
      await rounds.stop();
      await work()?.catch(onError);
    },
  };
}
