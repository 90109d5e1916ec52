// The programs of a client library's README, as they are printed there, run at a service.
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { expect } from 'vitest';
import { freePort } from '../../runtime/testing/free_port.ts';
import { until } from '../../runtime/testing/until.ts';

/** How the programs of a language are run. */
interface Language {
  /** After the fence of its code. */
  fence: string;
  /** The ending of a program's file. */
  ending: string;
  command: string;
  /** Before the file. */
  words?: readonly string[];
  env?: Readonly<Record<string, string>>;
}

type Program = ChildProcess & { said: string[] };

export class ReadmePrograms {
  /** By the heading that they stand under. */
  readonly texts: ReadonlyMap<string, string>;
  readonly #language: Language;
  readonly #folder: string;
  readonly #service: Readonly<Record<string, string>>;

  /** They run in a folder, at the service that BASE and KEY name. */
  constructor(readme: string, language: Language, folder: string, service: { BASE: string; KEY: string }) {
    const parts = readFileSync(readme, 'utf8').split(/^## /m).slice(1);
    const code = new RegExp(`^\`\`\`${language.fence}\\n(.*?)^\`\`\``, 'ms');
    this.texts = new Map(parts.map((part) => [part.split('\n')[0] ?? '', code.exec(part)?.[1] ?? '']));
    this.#language = language;
    this.#folder = folder;
    this.#service = service;
  }

  /** Writes a program's file; returns its path. */
  write(heading: string): string {
    const file = join(this.#folder, `${heading.replaceAll(/\W+/g, '_')}.${this.#language.ending}`);
    writeFileSync(file, this.texts.get(heading) ?? '');
    return file;
  }

  begin(heading: string, env: Record<string, string> = {}): Program {
    const { command, words = [], env: own } = this.#language;
    const child = spawn(command, [...words, this.write(heading)], {
      cwd: this.#folder,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...this.#service, ...own, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const said: string[] = [];
    child.stdout?.on('data', (data: Buffer) => said.push(...data.toString().trim().split('\n')));
    return Object.assign(child, { said });
  }

  /** Runs a program to its end; returns the lines that it printed. */
  async run(heading: string): Promise<string[]> {
    const program = this.begin(heading);
    await until(`${heading} ends`, () => program.exitCode !== null);
    expect([heading, program.exitCode]).toEqual([heading, 0]);
    return program.said;
  }

  /** The guide shows nothing else in this language. */
  expectShownIn(guide: string): void {
    const code = new RegExp(`^\`\`\`${this.#language.fence}\\n(.*?)^\`\`\``, 'gms');
    const shown = [...readFileSync(guide, 'utf8').matchAll(code)].map(([, text]) => text);
    expect(shown.length).toBeGreaterThan(0);
    for (const text of shown) expect([...this.texts.values()]).toContain(text);
  }

  /** Its endpoint takes what is signed, and refuses a body that is not. */
  async expectEndpoint(): Promise<void> {
    const secret = `whsec_${btoa('a secret of 24 octets...')}`;
    const port = await freePort();
    const program = this.begin('Webhooks', { SECRET: secret, PORT: String(port) });
    const body = JSON.stringify({ events: [{ id: '1.2', type: 'text.received', at: '', data: {} }] });
    const now = new Date();
    const headers = {
      'webhook-id': 'm',
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('m', now, body),
    };
    const post = (text: string) =>
      fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body: text }).then(
        ({ status }) => status,
        () => undefined,
      );
    expect(await until(() => post(body))).toBe(204);
    expect(await post(`${body} `)).toBe(400);
    await until(() => program.said.includes('Event 1.2 is text.received'));
    program.kill();
  }
}
