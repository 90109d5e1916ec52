// Single values of the journal: its name, its pairing, the core's time, and the last state of the link.
import type { DatabaseSync } from 'node:sqlite';

/**
 * The values: `journal_id` random, made with the journal; `paired_as` the identity's fingerprint; `driver` the name of
 * the last one; `health` how the device was last, as JSON.
 */
type MetaKey =
  | 'journal_id'
  | 'paired_as'
  | 'driver'
  | 'core_offset_ms'
  | 'core_version'
  | 'link_state'
  | 'health';

/** The values. */
export class MetaRows {
  readonly #get;
  readonly #set;

  constructor(db: DatabaseSync) {
    this.#get = db.prepare('select value from meta where key = ?');
    this.#set = db.prepare(
      `insert into meta (key, value) values (?, ?)
       on conflict (key) do update set value = excluded.value where meta.value is not excluded.value`,
    );
  }

  /** The value, or undefined when it was never set. */
  get(key: MetaKey): string | undefined {
    return this.#get.get(key)?.value as string | undefined;
  }

  /** Sets a value. An unchanged value is not written, so that there is nothing to wait for. */
  set(key: MetaKey, value: string): void {
    this.#set.run(key, value);
  }
}
