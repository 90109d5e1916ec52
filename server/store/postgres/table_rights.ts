// Whether the role may do with the tables what every statement takes for granted: checked at the start, because a core
// without it serves and refuses everything.
import { tableNames } from '../schema/tables.ts';
import type { MigrationConnection } from './driver.ts';

/** The role lacks rights; the message is a line for the operator. */
class RightsMissing extends Error {
  constructor(table: string) {
    super(
      `the user of DATABASE_URL needs SELECT, INSERT, UPDATE and DELETE on all tables, and lacks some on "${table}"`,
    );
    this.name = 'RightsMissing';
  }
}

/** Throws RightsMissing. Expects the tables to be there. */
export async function checkTableRights(connection: MigrationConnection): Promise<void> {
  const [lacking] = await connection.run(
    `select name from unnest(array[${tableNames.map((name) => `'${name}'`).join(', ')}]) as t (name)
     where not (has_table_privilege(name, 'select') and has_table_privilege(name, 'insert')
       and has_table_privilege(name, 'update') and has_table_privilege(name, 'delete')) limit 1`,
    [],
  );
  if (lacking) throw new RightsMissing(String(lacking.name));
}
