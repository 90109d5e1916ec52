// The collation by which words are compared without their case, whatever the database's own is. It knows all of Unicode, where "C"
// knows ASCII alone. No index uses it. PostgreSQL 17 has its own, earlier ones have it with ICU, so that a dump of one does not
// bring it to the other: a start makes it where it is missing.
import { wordsCollation } from '../../folding.ts';
import type { MigrationConnection } from './migration_connection.ts';

export const isCollationMissing = async (connection: MigrationConnection): Promise<boolean> =>
  (await connection.ask(`select to_regcollation('${wordsCollation}') is null as is_missing`))[0]
    ?.is_missing === true;

/** Only one start at a time may call it. */
export async function makeCollation(connection: MigrationConnection): Promise<void> {
  if (!(await isCollationMissing(connection))) return;
  const [server] = await connection.ask(
    "select current_setting('server_version_num')::int4 >= 170000 as is_new",
  );
  const kind =
    server?.is_new === true ? "provider = builtin, locale = 'C.UTF-8'" : "provider = icu, locale = 'und'";
  await connection.run(`create collation ${wordsCollation} (${kind})`);
}
