// The contract in Go's own generated client, where this machine has Go and its modules: npm run judges.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { serviceToken, startTestCore } from '../support/core.ts';
import { createDatabase } from '../support/database.ts';
import { buildGoJudge, hasGoPackages } from '../support/go_judges.ts';
import { testNeeding } from '../support/programs.ts';

const run = promisify(execFile);
const isThere = hasGoPackages('google.golang.org/grpc', 'google.golang.org/grpc/cmd/protoc-gen-go-grpc');

testNeeding(
  isThere,
  'grpc for Go',
  'Go’s generated client sends once, lists in pages and waits for what changes',
  async () => {
    const judge = await buildGoJudge('contract');
    const core = await startTestCore(await createDatabase());
    try {
      const { id } = await core.createAccount();
      const words = [`127.0.0.1:${core.rpc.port}`, serviceToken, String(id)];
      const { stdout } = await run(judge.program, words, { timeout: 50_000 });
      expect(stdout.trim()).toBe('all of it holds');
    } finally {
      await core.stop();
      judge.end();
    }
  },
  120_000,
);
