// A file of contacts on its way to the core, in portions. All of it is read and judged before any of it is written, so that
// of two lines with one number the first counts wherever they stand.
import type { MessageInitShape } from '@bufbuild/protobuf';
import { type ContactRowSchema, ContactService } from '../../proto/gen/textrelay/v1/contact_service_pb.ts';
import { type LineFault, lineFaultCodes } from '../../runtime/files/line_fault.ts';
import type { Ask } from '../core_client/ask.ts';
import { invalidRequest } from '../errors/errors.ts';
import { knownWord } from '../errors/known_word.ts';
import { charactersOf, type FileRow, readContacts } from './read_contacts.ts';

const { method } = ContactService;

/** Most contacts and bytes of a file, and most of its faults that are named. */
const mostRows = 100_000;
const mostBytes = 8 * 1024 * 1024;
export const mostFaults = 1_000;
/** A portion: most rows, and the characters and the groups of rows from which on it takes no further one. */
const mostOfPortion = 1_000;
const charactersOfPortion = 500_000;
const groupsOfPortion = 20_000;
/** Rows that are read before other work has its turn. */
const rowsATurn = 500;

type Row = Extract<FileRow, { address: string }>;
const turn = () => new Promise((resolve) => setImmediate(resolve));

async function readAll(kind: 'csv' | 'vcard', text: string): Promise<{ rows: Row[]; faults: LineFault[] }> {
  const [rows, faults]: [Row[], LineFault[]] = [[], []];
  // To read so large a body took long already.
  await turn();
  for (const row of readContacts(kind, text)) {
    if (row === undefined || (rows.length + faults.length) % rowsATurn === 0) await turn();
    if (row === undefined) continue;
    if ('error' in row) faults.push(row);
    else rows.push(row);
    if (rows.length + faults.length > mostRows)
      throw invalidRequest(`the file must have at most ${mostRows} contacts`);
  }
  return { rows, faults };
}

function* portionsOf(rows: readonly Row[]): Generator<Row[]> {
  let [portion, characters, groups]: [Row[], number, number] = [[], 0, 0];
  for (const row of rows) {
    portion.push(row);
    groups += row.groups.length;
    characters += row.address.length + row.name.length + (row.note?.length ?? 0) + charactersOf(row.groups);
    const isOpen = characters < charactersOfPortion && groups < groupsOfPortion;
    if (portion.length < mostOfPortion && isOpen) continue;
    yield portion;
    [portion, characters, groups] = [[], 0, 0];
  }
  if (portion.length > 0) yield portion;
}

const asked = (rows: readonly Row[]): MessageInitShape<typeof ContactRowSchema>[] =>
  rows.map((row) => ({ ...row, groups: [...row.groups] }));

/** The rows whose numbers are read and come for the first time; the others are added to `faults`. */
async function judge(ask: Ask, accountId: bigint, rows: readonly Row[], faults: LineFault[]): Promise<Row[]> {
  const first = new Map<string, number>();
  const sound: Row[] = [];
  for (const portion of portionsOf(rows)) {
    const { verdicts } = await ask(method.checkContacts, { accountId, rows: asked(portion) });
    for (const [index, row] of portion.entries()) {
      const { addressNorm = '', error = '', code = '' } = verdicts[index] ?? {};
      const known = first.get(addressNorm);
      if (error !== '') faults.push({ line: row.line, error, code: knownWord(lineFaultCodes, code) });
      else if (known !== undefined)
        faults.push({
          ...{ line: row.line, code: 'repeated' },
          error: `its number stands on line ${known} already`,
        });
      else {
        first.set(addressNorm, row.line);
        sound.push({ ...row, address: addressNorm });
      }
    }
  }
  return sound;
}

/** What became of a file. */
interface Imported {
  added: number;
  changed: number;
  known: number;
  refused: number;
  faulty: LineFault[];
}

/** Throws a Refusal; what was stored until then stays, and the same file again goes on from there. */
export async function importContacts(
  ask: Ask,
  accountId: bigint,
  kind: 'csv' | 'vcard',
  text: string,
): Promise<Imported> {
  if (Buffer.byteLength(text) > mostBytes)
    throw invalidRequest(`${kind} must have at most ${mostBytes} bytes`);
  const { rows, faults } = await readAll(kind, text);
  const sound = await judge(ask, accountId, rows, faults);
  const sums = { added: 0, changed: 0, known: 0 };
  for (const portion of portionsOf(sound)) {
    const said = await ask(method.importContacts, { accountId, rows: asked(portion) });
    sums.added += said.added;
    sums.changed += said.changed;
    sums.known += said.known;
    faults.push(
      ...said.faulty.map(({ line, error, code }) => ({ line, error, code: knownWord(lineFaultCodes, code) })),
    );
  }
  const faulty = faults.toSorted((one, other) => one.line - other.line).slice(0, mostFaults);
  return { ...sums, refused: faults.length, faulty };
}
