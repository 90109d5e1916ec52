// How each person likes the inbox. Whoever has said nothing has the usual settings.
import type { Database } from '../postgres/database.ts';
import { bool, int8 } from '../postgres/kinds.ts';
import { type RowOf, statement } from '../postgres/statement.ts';

/** A person's settings. */
type InboxSettings = RowOf<typeof settings>;
const settings = { enterSends: bool };

const find = statement({
  takes: { personId: int8 },
  gives: settings,
  text: ({ personId, row }) => `select ${row} from inbox_settings where person_id = ${personId}`,
});

const put = statement({
  takes: { personId: int8, ...settings },
  gives: settings,
  text: ({ personId, enterSends, row }) => `
insert into inbox_settings (person_id, enter_sends) values (${personId}, ${enterSends})
on conflict (person_id) do update set enter_sends = excluded.enter_sends returning ${row}`,
});

export const prepareInboxSettings = ({ reads, writes }: Database) => ({
  /** Undefined where the person has said nothing. */
  findInboxSettings: (personId: bigint) => find.first(reads, { personId }),

  putInboxSettings: (personId: bigint, wanted: InboxSettings) => put.first(writes, { personId, ...wanted }),
});
