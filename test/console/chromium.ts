// The machine's own Chromium, driven through the console of a stack. What the page complains of is kept: policy
// violations, errors of scripts, refused requests and fields that are ignored are faults of the console.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { areBundlesFresh } from '../../runtime/bundle/freshness.js';
import { hasProgram, testNeeding } from '../support/programs.ts';
import type { TestUser } from '../support/users.ts';

const root = join(import.meta.dirname, '..', '..');
/** The one without windows takes two thirds of the other's processor time. */
const program = ['chromium-headless-shell', 'chromium'].find(hasProgram);

/** A step waits for its state: how long that takes says only how busy the machine is. Sooner than the test, so that it is named. */
const stepLimitMs = 60_000;

/** A test that needs Chromium; its title says so where there is none. */
export const shown = (title: string, run: () => Promise<void>, timeoutMs = 300_000): void =>
  testNeeding(program !== undefined, 'chromium', title, run, timeoutMs);

/** What accessibility is judged by: a script that runs in the page. */
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  impact: string | null;
  nodes: { target: string[]; failureSummary?: string }[];
}

/** One page of a browser, and what it complained of. */
export interface Shown {
  page: Page;
  complaints: string[];
  context: BrowserContext;
}

export interface Look {
  width?: number;
  scheme?: 'light' | 'dark';
  /** False for a browser whose scripts are switched off. */
  hasScripts?: boolean;
  /** The browser's language. */
  locale?: string;
}

/** One for all files of a worker, whose modules stay. It ends with the worker, because its pipe does. */
let launched: Promise<Browser> | undefined;

function launch(): Promise<Browser> {
  const executablePath = `/usr/bin/${program}`;
  const launching = chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  const forget = () => {
    launched = undefined;
  };
  launching.then((browser) => browser.once('disconnected', forget), forget);
  return launching;
}

export class Chromium {
  readonly #browser: Browser;
  readonly #contexts: BrowserContext[] = [];
  readonly base: string;

  private constructor(browser: Browser, base: string) {
    this.#browser = browser;
    this.base = base;
  }

  /** Windows of the browser for the gateway at `url`, whose console is built first if a source is newer. */
  static async start(url: string): Promise<Chromium> {
    if (!areBundlesFresh(root)) spawnSync(process.execPath, [join(root, 'runtime/bundle/make.ts')]);
    launched ??= launch();
    const browser = await launched;
    // By name: passkeys belong to names, and this one is trusted without https.
    return new Chromium(browser, `http://localhost:${new URL(url).port}`);
  }

  /** Opens a window of its own, without cookies or with a person's session. */
  async open(
    user?: Pick<TestUser, 'secret'>,
    { width = 1280, scheme = 'light', hasScripts = true, locale = 'en-GB' }: Look = {},
  ): Promise<Shown> {
    const context = await this.#browser.newContext({
      baseURL: this.base,
      viewport: { width, height: 800 },
      colorScheme: scheme,
      locale,
      reducedMotion: 'reduce',
      javaScriptEnabled: hasScripts,
    });
    this.#contexts.push(context);
    if (user)
      await context.addCookies([
        {
          name: 'textrelay_session',
          value: user.secret,
          url: this.base,
          httpOnly: true,
          sameSite: 'Strict',
        },
      ]);
    context.setDefaultTimeout(stepLimitMs);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(this.base))
        complaints.push(`asks ${request.url()}`);
    });
    page.on('response', (response) => {
      const ignored = response.headers()['ignored-fields'];
      if (ignored !== undefined) complaints.push(`${response.url()} ignores ${ignored}`);
    });
    return { page, complaints, context };
  }

  /** Closes all its windows; the browser stays for the next file. */
  async stop(): Promise<void> {
    await Promise.all(this.#contexts.splice(0).map((context) => context.close()));
  }
}

/** Goes to another page of the console that is open, as its links do: nothing is loaded anew. */
export const visit = (page: Page, path: string): Promise<unknown> =>
  page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);

/** A dialog's name comes a moment after the dialog: its title gives it. One that never comes is axe's to name. */
const dialogsAreNamed = `[...document.querySelectorAll('[role=dialog]')].every((dialog) =>
  dialog.hasAttribute('aria-label') || document.getElementById(dialog.getAttribute('aria-labelledby')))`;

/** Colours alone are judged, all rules, or all but the one of colours, which takes as long as they. */
export type Rules = 'all' | 'colours' | 'all but colours';

const ofColours = 'color-contrast';
const optionsOf: Record<Rules, object> = {
  all: {},
  colours: { runOnly: [ofColours] },
  'all but colours': { rules: { [ofColours]: { enabled: false } } },
};

/** What keeps people from using a page, in a line each: serious and critical faults by axe's judgement, and all of landmarks. */
export async function barriersIn(page: Page, rules: Rules = 'all'): Promise<string[]> {
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axe);
  await page.waitForFunction(dialogsAreNamed, undefined, { timeout: 10_000 }).catch(() => undefined);
  // What passes is not described: on a long page that takes longer than the judgement.
  const options = JSON.stringify({ resultTypes: ['violations'], ...optionsOf[rules] });
  const violations = (await page.evaluate(
    `axe.run(${options}).then(({ violations }) => violations)`,
  )) as Violation[];
  return violations
    .filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || id.startsWith('landmark-'))
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
    );
}
