// Gives the service the rows of a file and has it send them. Each step may be repeated: the broadcast is known by the file and its
// rows, and a row by its number.
import { fieldsOf } from '../../../../runtime/texts/template.ts';
import { type Answer, ask, waitToAskAgain } from '../../api/ask.ts';
import type { Leaving } from '../../ui/later.tsx';
import { bulk as say } from '../../words/en/bulk.ts';
import type { CheckedRow } from './check_rows.ts';
import { hashOf } from './read_rows.ts';

type Broadcast = Answer<'GET /broadcasts/{id}'>['broadcast'];

/** Rows of one request, and characters of their words: as many as fit into it in any alphabet. */
const rowsAtATime = 1_000;
const charactersAtATime = 200_000;

interface Upload {
  account: number;
  name: string;
  template: string;
  /** The name of the file. */
  file: string;
  rows: readonly CheckedRow[];
  /** The number of the first row's line. */
  firstLine: number;
  leaving: Leaving;
}

/** The rows in parts that fit into a request. */
function partsOf({ rows, firstLine, template }: Upload, sendAt: string | null) {
  const used = fieldsOf(template);
  const parts: {
    number: number;
    address: string;
    fields: Record<string, string>;
    send_at: string | null;
  }[][] = [];
  let characters = Number.POSITIVE_INFINITY;
  for (const { line, address, fields: all, send_at } of rows) {
    const fields = Object.fromEntries(
      used.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])),
    );
    const size = Object.entries(fields).reduce(
      (sum, pair) => sum + pair.join('').length,
      address.length + 60,
    );
    const last = parts.at(-1);
    const row = { number: line - firstLine + 1, address, fields, send_at: send_at ?? sendAt };
    if (!last || last.length === rowsAtATime || characters + size > charactersAtATime) {
      parts.push([row]);
      characters = size;
    } else {
      last.push(row);
      characters += size;
    }
  }
  return parts;
}

/** Asks until there is an answer that waiting does not change. */
async function untilAnswered<T>(work: () => Promise<T>, show: (words: string) => void): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(await waitToAskAgain(error, undefined, show))) throw error;
    }
  }
}

/** Makes the broadcast, puts its rows and starts it; `show` says how far that is. */
export async function upload(asked: Upload, show: (words: string) => void): Promise<Broadcast> {
  const { account, name, template, file, rows, leaving } = asked;
  const { send_at, urgent = false } = leaving;
  // Where rows have instants of their own, the chosen one is that of each of the others: the broadcast itself waits for none.
  const isMixed = rows.some((row) => row.send_at !== null);
  const ofRows = (isMixed && send_at) || null;
  const which = JSON.stringify([rows.map(({ line }) => line), urgent, ofRows]);
  const body = { name, template, client_ref: `${file}-${hashOf(which, 1)}`, urgent };
  const { broadcast } = await untilAnswered(() => ask('POST /broadcasts', { account, body }), show);
  const path = { id: broadcast.id };
  if (broadcast.state !== 'draft') return broadcast;
  let done = 0;
  for (const part of partsOf(asked, ofRows)) {
    show(say.uploaded(done, rows.length));
    await untilAnswered(
      () => ask('PUT /broadcasts/{id}/recipients', { account, path, body: { recipients: part } }),
      show,
    );
    done += part.length;
  }
  const start = { recipients: rows.length, ...(send_at !== undefined && !isMixed && { send_at }) };
  const started = await untilAnswered(
    () => ask('POST /broadcasts/{id}/start', { account, path, body: start }),
    show,
  );
  return started.broadcast;
}
