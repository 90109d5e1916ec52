// The shells themselves complete what was typed, by the scripts that are made from the commands.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../runtime/clock.ts';
import { hasProgram, testNeeding } from '../../test/support/programs.ts';
import { runAdmin } from './run.ts';
import { nothingHere } from './testing/type_line.ts';

const folder = mkdtempSync(join(tmpdir(), 'completion-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const nowhere = () => {
  throw new Error('no core and no database is needed');
};

async function type(words: string) {
  let [out, error] = ['', ''];
  const code = await runAdmin({
    words: words.split(' '),
    version: '1.2.3',
    readConnection: nowhere,
    readConnections: nowhere,
    here: nothingHere,
    readDatabases: nowhere,
    clock: systemClock,
    stopRequests: nowhere,
    writeOut: (text) => {
      out += text;
    },
    writeError: (text) => {
      error += text;
    },
  });
  return { code, out, error };
}

const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];
const scriptOf = (shell: Shell) => join(folder, `textrelay.${shell}`);
beforeAll(async () => {
  for (const shell of shells) writeFileSync(scriptOf(shell), (await type(`completion ${shell}`)).out);
});

/** Asks a shell what may stand where the line ends. */
const askers: Record<Shell, (line: string) => string> = {
  bash: (line) => {
    const words = line.split(' ').map((word) => `'${word}'`);
    const asked = `COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _textrelay; printf '%s\n' "\${COMPREPLY[@]}"`;
    return execFileSync('bash', ['--norc', '-c', `. ${scriptOf('bash')}; ${asked}`], { encoding: 'utf8' });
  },
  // Outside of its line editor zsh shows nothing; these stand for what it would show there.
  zsh: (line) => {
    const words = line.split(' ').map((word) => `'${word}'`);
    const shown = `compdef() { : }; compadd() { shift; print -l -- "$@" }; _describe() { print -l -- "\${offers[@]%%:*}" }`;
    const asked = `words=(${words.join(' ')}); CURRENT=${words.length}; _textrelay`;
    const out = execFileSync('zsh', ['-f', '-c', `${shown}; . ${scriptOf('zsh')}; ${asked}`], {
      encoding: 'utf8',
    });
    const typed = line.split(' ').at(-1) ?? '';
    return out
      .split('\n')
      .filter((word) => word.startsWith(typed))
      .join('\n');
  },
  fish: (line) =>
    execFileSync('fish', ['--no-config', '-c', `source ${scriptOf('fish')}; complete -C '${line}'`], {
      encoding: 'utf8',
    }).replaceAll(/\t.*/g, ''),
};

const ask = (shell: Shell, line: string) => askers[shell](line).split('\n').filter(Boolean).sort();

describe.each(shells)('%s', (shell) => {
  const needing = (title: string, run: () => void) => testNeeding(hasProgram(shell), shell, title, run);

  needing('completes parts, groups and commands', () => {
    expect(ask(shell, 'textrelay a')).toEqual(['admin', 'agent']);
    expect(ask(shell, 'textrelay admin acc')).toEqual(['accounts']);
    expect(ask(shell, 'textrelay admin accounts re')).toEqual(['rename', 'resume']);
    expect(ask(shell, 'textrelay health ')).toEqual(['agent', 'core', 'gateway', 'start']);
  });

  needing('completes options after whatever was typed, and their choices', () => {
    expect(ask(shell, 'textrelay admin --json texts list 7 --sta')).toEqual(['--status']);
    expect(ask(shell, 'textrelay admin plan set 7 --exempt ')).toEqual(['false', 'true']);
    expect(ask(shell, 'textrelay admin completion ')).toEqual(
      expect.arrayContaining(['bash', 'fish', 'zsh']),
    );
  });

  needing('offers nothing where an option takes any word', () => {
    expect(ask(shell, 'textrelay admin accounts create --name rename --cou')).toEqual(['--country']);
    expect(ask(shell, 'textrelay admin accounts create --name re')).toEqual([]);
  });
});

test('another shell is refused with those there are', async () => {
  const { code, error } = await type('completion tcsh');
  expect([code, error]).toEqual([2, expect.stringContaining('bash, zsh, fish')]);
});

test('what is completed first is what the installed command takes', async () => {
  const launcher = readFileSync(join(import.meta.dirname, '..', 'packing', 'textrelay.js'), 'utf8');
  const parts = [...launcher.matchAll(/^ {2}(\w+): \{\s+program: /gm)].map(([, name]) => name);
  expect(ask('bash', 'textrelay ')).toEqual([...parts, '--version'].sort());
});
