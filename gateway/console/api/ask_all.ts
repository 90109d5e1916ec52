// A list that is shown whole: page after page of it.
import { type Asked, ask } from './ask.ts';

/** Rows of a page: the most that the interface answers. */
const limit = 500;

/** Asks for all pages of a list; returns the rows under `name`. Throws as `ask`. */
export async function askAll<Row>(path: string, name: string, asked: Asked = {}): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | null = null;
  do {
    const query: Asked['query'] = { ...asked.query, limit, cursor };
    const page: Record<string, unknown> = await ask(path, { ...asked, query });
    rows.push(...(page[name] as Row[]));
    cursor = page.next_cursor as string | null;
  } while (cursor !== null);
  return rows;
}
