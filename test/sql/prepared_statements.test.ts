// The statements of the store against the schema: a table or a column of another name is found here, whoever tests the statement.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createDatabase, openInspector } from '../support/database.ts';
import type { RecordedStatement } from './record_statements.ts';

const script = fileURLToPath(new URL('./print_statements.ts', import.meta.url));

test('PostgreSQL prepares every statement of the store', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [script], { maxBuffer: 64 * 1024 * 1024 });
  const statements = JSON.parse(stdout) as RecordedStatement[];
  expect(statements.length).toBeGreaterThan(500);
  const sql = openInspector(await createDatabase());
  const session = await sql.reserve();
  const refused: string[] = [];
  for (const { text, lines } of statements)
    try {
      await session.unsafe(`prepare checked as ${text}`);
      await session.unsafe('deallocate checked');
    } catch (error) {
      refused.push(`${lines[0]?.file}:${lines[0]?.line}: ${(error as Error).message}`);
    }
  session.release();
  await sql.end();
  expect(refused).toEqual([]);
});
