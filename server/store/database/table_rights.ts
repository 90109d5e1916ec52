// Whether the role may do with the tables what every statement takes for granted: checked at the start, because a core
// without it serves and refuses everything.
import { is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { getTableName } from 'drizzle-orm/table';
import * as schema from '../schema/schema.ts';
import * as billing from '../schema/schema_billing.ts';
import * as carriers from '../schema/schema_carriers.ts';
import * as console from '../schema/schema_console.ts';
import * as optOuts from '../schema/schema_opt_outs.ts';
import * as people from '../schema/schema_people.ts';
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

const tableNames = [schema, billing, carriers, console, optOuts, people]
  .flatMap((part) => Object.values(part))
  .filter((value): value is PgTable => is(value, PgTable))
  .map((table) => getTableName(table));

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
