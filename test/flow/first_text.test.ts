// The programs on the docs' front page, exactly as printed: each sends a text to a simulated phone and follows it
// until the reply.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstTexts } from '../../gateway/docs/first_text.ts';
import { systemClock } from '../../runtime/clock.ts';
import { until } from '../../runtime/testing/until.ts';
import type { TestAccount } from '../support/core.ts';
import { type Phone, pairPhone } from '../support/phone.ts';
import { hasProgram } from '../support/programs.ts';
import { type Stack, startStack } from '../support/stack.ts';

const run = promisify(execFile);
let stack: Stack;
let account: TestAccount;
let phone: Phone;
let folder: string;
/** The blocks of code on the front page, by the language they are shown for. */
let shown: Map<string, string[]>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'first-text-'));
  stack = await startStack();
  account = await stack.createAccount({ paired: false });
  phone = await pairPhone(stack.core, account, systemClock);
  await phone.switchOn();
  const page = await (await fetch(`${stack.gateways[0]?.url}/docs`)).text();
  const decoded = (text: string) =>
    text
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&gt;', '>')
      .replaceAll('&lt;', '<')
      .replaceAll('&amp;', '&');
  shown = new Map(
    page
      .split('<div class="program in-')
      .slice(1)
      .map((part): [string, string[]] => {
        const code = [...part.matchAll(/<pre tabindex="0"><code>(.*?)\n<\/code>/gs)];
        return [part.slice(0, part.indexOf('"')), code.map(([, text = '']) => decoded(text))];
      }),
  );
});
afterAll(async () => {
  await phone?.throwAway();
  await stack?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const sh = async (command: string) => {
  const env = { PATH: process.env.PATH, BASE: stack.gateways[0]?.url, KEY: account.key };
  const { stdout } = await run('sh', ['-c', command], { cwd: folder, env, timeout: 50_000 });
  return stdout;
};

const programs = { curl: 'curl', node: 'node', python: 'python3' } as const;

/** A test that needs a program; its title says so where there is none. */
const shownFor = (name: keyof typeof programs, check: (blocks: string[]) => Promise<void>) => {
  const isThere = hasProgram(programs[name]);
  const title = `the lines for ${name} send a text and read the reply${isThere ? '' : ' [skipped: no such program]'}`;
  test.skipIf(!isThere)(title, () => check(shown.get(name) ?? []), 60_000);
};

shownFor('curl', async ([sends = '', reads = '']) => {
  expect(JSON.parse(await sh(sends))).toMatchObject({ message: { client_ref: 'first-curl' } });
  await until('the reply', async () => {
    const { messages } = JSON.parse(await sh(reads));
    return messages.some(({ body }: { body: string }) => body === 'You said: Is Tuesday fine?');
  });
});

for (const name of ['node', 'python'] as const)
  shownFor(name, async ([program = '', start = '']) => {
    const { file = '' } = firstTexts.find((each) => each.name === name) ?? {};
    writeFileSync(join(folder, file), program);
    const said = (await sh(start)).trim().split('\n');
    expect(said[0]).toMatch(/^Text \d+ is queued$/);
    expect(said.at(-1)).toBe('The reply: You said: Is Tuesday fine?');
    expect(said.some((line) => /^Text \d+ is delivered$/.test(line))).toBe(true);
    // Run again, it gets the same text: nothing is sent twice.
    expect((await sh(start)).split('\n')[0]).toBe(said[0]?.replace('queued', 'delivered'));
  });

test('every program that is shown is run here', () => {
  expect([...shown.keys()]).toEqual(Object.keys(programs));
  expect(firstTexts.map(({ name }) => name)).toEqual([...shown.keys()]);
  for (const { name, blocks, run: start } of firstTexts)
    expect(shown.get(name)).toEqual([...blocks, ...(start ? [start] : [])]);
});
