// Prints every statement of the store as JSON. It runs in a process of its own, which has loaded nothing of the store before.
import { recordStatements } from './record_statements.ts';

process.stdout.write(JSON.stringify(await recordStatements()));
