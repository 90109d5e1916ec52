// `npm run generate`: writes the statements of the store as SQL beside the files that make them, or into a folder that is named. Files of
// SQL whose statements are gone are deleted.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { recordStatements } from './sql/record_statements.ts';
import { listSqlFiles, renderSql } from './sql/render_sql.ts';

const root = process.argv[2] ?? fileURLToPath(new URL('../', import.meta.url));

const files = renderSql(await recordStatements());
for (const path of listSqlFiles(root)) if (!files.has(path)) rmSync(join(root, path));
for (const [path, content] of files) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}
