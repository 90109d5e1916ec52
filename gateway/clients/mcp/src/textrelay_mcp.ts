#!/usr/bin/env node
// The service's /mcp for hosts that start a program and speak over its standard input and output: each line is one message.
import { createInterface } from 'node:readline';
import { createBridge } from './bridge.ts';
import { readConfig } from './config.ts';

const config = readConfig();
if (typeof config === 'string') {
  process.stderr.write(`textrelay-mcp: ${config}\n`);
  process.exitCode = 2;
} else {
  const bridge = createBridge({ ...config, say: (line) => process.stdout.write(`${line}\n`) });
  // The host has gone: nobody reads an answer any more.
  process.stdout.on('error', () => process.exit(0));
  createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY }).on('line', bridge.hear);
}
