// Commands of telephony and data that terminals ask for on their way to texts. They are taken and remembered, or
// answered as a modem without calls and packets would; nothing here has an effect.
import type { Verb, Verbs } from './verb.ts';

/** Takes any value and answers it again. */
const remembers = (name: string, range: string, usual: string): Verb => ({
  test: () => `+${name}: ${range}`,
  read: ({ session }) => `+${name}: ${session.settings.others.get(name) ?? usual}`,
  set({ session, args }) {
    session.settings.others.set(name, args.map((arg) => arg ?? '').join(','));
    return undefined;
  },
});

const kept: readonly (readonly [name: string, range: string, usual: string])[] = [
  ['CRC', '(0,1)', '0'],
  ['CLIP', '(0,1)', '0,1'],
  ['COLP', '(0,1)', '0,1'],
  ['CCWA', '(0,1)', '0'],
  ['CUSD', '(0-2)', '0'],
  ['CMER', '(0-3),(0),(0),(0,1),(0)', '0,0,0,0,0'],
  ['CR', '(0,1)', '0'],
  ['CGEREP', '(0-2),(0,1)', '0,0'],
  ['CTZR', '(0,1)', '0'],
  ['CTZU', '(0,1)', '0'],
  ['CVHU', '(0,1)', '0'],
];

export const remembered: Verbs = {
  ...Object.fromEntries(kept.map(([name, range, usual]) => [`+${name}`, remembers(name, range, usual)])),
  '+WS46': { test: () => '+WS46: (12)', read: () => '+WS46: 12', set: () => undefined },
  '+CLAC': { run: () => ['+CGMI', '+CMGS', '+CMGL', '+CMGR', '+CMGD', '+CNMI', '+CPIN', '+CREG'] },
};
