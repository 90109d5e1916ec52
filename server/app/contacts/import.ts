// Imports the contacts of a file, a portion at a time. A row that cannot be taken is named with its line and the
// reason, and does not affect the others. The same portion again changes nothing.
import type { LineFault, LineFaultCode } from '../../../runtime/files/line_fault.ts';
import { maxGroups, maxGroupsOfContact } from '../../domain/contacts/contact.ts';
import { notFound, Refusal } from '../../errors.ts';
import type { AppContext } from '../context.ts';
import { mapInTurns } from '../in_turns.ts';
import { lineFaultOf } from '../line_faults.ts';
import { toE164 } from '../outbound/outbound_text.ts';
import { checkBatch } from '../pages.ts';
import { readContactName, readGroupName, readNote } from './contact_text.ts';
import { contactFaults } from './contacts.ts';

/** Most rows of a portion. */
const mostRows = 1_000;

/** A contact as a file has it. */
export interface ContactRow {
  /** Where it is in the file. */
  line: number;
  address: string;
  name: string;
  /** Undefined leaves the note of one that is there. */
  note: string | undefined;
  /** Names of groups that it is added to. */
  groups: readonly string[];
}

interface Imported {
  added: number;
  changed: number;
  /** It was there already, and is unchanged. */
  known: number;
  faulty: LineFault[];
}

type RowFault = Omit<LineFault, 'line'>;
type SoundRow = ReturnType<typeof readSoundRow>;

/** Throws a Refusal. */
function readSoundRow({ line, address, name, note, groups }: ContactRow, country: string) {
  return {
    line,
    addressNorm: toE164(address, country),
    ...readContactName(name),
    note: note === undefined ? null : readNote(note),
    groups: groups.map((group) => readGroupName(group, 'each of groups')),
  };
}

const crowded: RowFault = { error: contactFaults.crowded ?? '', code: 'too_many_groups' };

/** The kinds of faults with which the store takes no contact. */
const faultCodes: Partial<Record<string, LineFaultCode>> = {
  full: 'contacts_full',
  crowded: crowded.code,
};

function readRow(row: ContactRow, country: string): SoundRow | RowFault {
  if (row.groups.length > maxGroupsOfContact) return crowded;
  try {
    return readSoundRow(row, country);
  } catch (error) {
    if (error instanceof Refusal) return lineFaultOf(error);
    throw error;
  }
}

const isFaulty = (row: SoundRow | RowFault): row is RowFault => 'error' in row;

type ImportOptions = Pick<
  AppContext<'ensureContactGroups' | 'listCountries' | 'putContacts'>,
  'store' | 'clock'
>;

/** Returns the ids of groups by their names, null for those beyond the bound. */
async function groupIdsOf({ store, clock }: ImportOptions, accountId: bigint, names: readonly string[]) {
  if (names.length === 0) return new Map<string, bigint | null>();
  const ids = await store.ensureContactGroups(accountId, names, clock.nowMs());
  if (!ids) throw notFound('account');
  return new Map(names.map((name, index) => [name, ids[index] ?? null]));
}

export type ContactImport = ReturnType<typeof createContactImport>;

/** Each action throws a Refusal. */
export function createContactImport({ store, clock }: ImportOptions) {
  const readAll = async (accountId: bigint, rows: readonly ContactRow[]) => {
    checkBatch('rows', rows.length, mostRows);
    const country = (await store.listCountries([accountId])).get(accountId);
    if (country === undefined) throw notFound('account');
    return mapInTurns(rows, (row) => readRow(row, country));
  };

  return {
    /** Judges each row, in their order; nothing is written. */
    async check(accountId: bigint, rows: readonly ContactRow[]) {
      const read = await readAll(accountId, rows);
      return read.map((row) =>
        isFaulty(row) ? { addressNorm: '', ...row } : { addressNorm: row.addressNorm, error: '', code: '' },
      );
    },

    async import(accountId: bigint, rows: readonly ContactRow[]): Promise<Imported> {
      const read = await readAll(accountId, rows);
      /** By their places among the rows. */
      const faulty = new Map<number, RowFault>();
      const byAddress = new Map<string, SoundRow & { place: number }>();
      for (const [place, row] of read.entries()) {
        if (isFaulty(row)) {
          faulty.set(place, row);
          continue;
        }
        const first = byAddress.get(row.addressNorm);
        if (first)
          faulty.set(place, { code: 'repeated', error: `its number stands on line ${first.line} already` });
        else byAddress.set(row.addressNorm, { ...row, place });
      }
      const named = [...byAddress.values()];
      const ids = await groupIdsOf({ store, clock }, accountId, [
        ...new Set(named.flatMap(({ groups }) => groups)),
      ]);
      const isWhole = ({ groups }: SoundRow) => groups.every((name) => ids.get(name) != null);
      for (const row of named)
        if (!isWhole(row))
          faulty.set(row.place, {
            code: 'too_many_groups',
            error: `an account may have at most ${maxGroups} groups`,
          });
      const sound = named.filter(isWhole);
      const put = sound.map(({ line: _, place: __, groups, ...contact }) => ({
        ...contact,
        id: null,
        groupIds: groups.flatMap((name) => ids.get(name) ?? []),
        replacesGroups: false,
      }));
      const outcomes = put.length > 0 ? await store.putContacts(accountId, put, clock.nowMs()) : [];
      if (!outcomes) throw notFound('account');
      for (const [index, { outcome }] of outcomes.entries()) {
        const fault = contactFaults[outcome];
        const place = sound[index]?.place;
        if (fault !== undefined && place !== undefined)
          faulty.set(place, { code: faultCodes[outcome] ?? 'other', error: fault });
      }
      const counted = (wanted: string) => outcomes.filter(({ outcome }) => outcome === wanted).length;
      return {
        added: counted('added'),
        changed: counted('changed'),
        known: counted('same'),
        faulty: [...faulty]
          .toSorted(([one], [other]) => one - other)
          .map(([place, fault]) => ({ line: rows[place]?.line ?? 0, ...fault })),
      };
    },
  };
}
