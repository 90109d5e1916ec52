// The configuration, from the environment and from agent.env: every error at once, each in one line, no value shown.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { EnvMissingError, str } from 'envalid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeError, findDir, readConfig } from './config.ts';

let dir: string;
let file: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'config-'));
  file = join(dir, 'agent.env');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const write = (text: string | Uint8Array, mode = 0o600) => {
  writeFileSync(file, text);
  chmodSync(file, mode);
};
const read = (env: NodeJS.ProcessEnv = {}) => readConfig(dir, env);

/** The lines of what is wrong. */
function errors(env: NodeJS.ProcessEnv = {}): string[] {
  try {
    read(env);
  } catch (error) {
    return (error as Error).message.split('\n');
  }
  return [];
}

test('without any setting it is the simulated phone, and nobody chose it', () => {
  const config = read();
  expect([config.driver.name, config.isDriverChosen, config.logLevel]).toEqual(['simulated', false, 'info']);
  expect(config.opsListen).toBeUndefined();
});

test("agent.env gives the agent's and the driver's settings, and the environment wins", () => {
  write(`
# The modem by the window
export TEXTRELAY_AGENT_DRIVER=at-modem
TEXTRELAY_AGENT_SERIAL_PORT = /dev/ttyUSB0   # left port
TEXTRELAY_AGENT_BAUD="9600"
TEXTRELAY_AGENT_PIN='1234'
TEXTRELAY_AGENT_OPS_LISTEN=[::1]:9100
LOG_LEVEL=
`);
  const config = read({ TEXTRELAY_AGENT_SERIAL_PORT: '/dev/ttyACM1', TEXTRELAY_AGENT_BAUD: '' });
  expect(config).toMatchObject({
    isDriverChosen: true,
    logLevel: 'info',
    opsListen: { host: '::1', port: 9100 },
    settings: {
      TEXTRELAY_AGENT_SERIAL_PORT: '/dev/ttyACM1',
      TEXTRELAY_AGENT_BAUD: 9600,
      TEXTRELAY_AGENT_PIN: '1234',
      TEXTRELAY_AGENT_SMSC: undefined,
    },
  });
  expect(config.driver.name).toBe('at-modem');
});

test('a file of Windows, with its first mark and its line ends, is read as well', () => {
  write('\ufeffTEXTRELAY_AGENT_DRIVER=at-modem\r\nTEXTRELAY_AGENT_BAUD="19200"\r\n');
  expect(read().settings.TEXTRELAY_AGENT_BAUD).toBe(19_200);
});

test('settings of another driver may stay in the file, and are not looked at', () => {
  write('TEXTRELAY_AGENT_DRIVER=simulated\nTEXTRELAY_AGENT_BAUD=fast\n');
  expect(read().settings).toEqual({});
});

test('every error of file and environment is one line, says where, and shows no secret', () => {
  write(
    'TEXTRELAY_AGENT_DRIVER=at-modem\nTEXTRELAY_AGENT_PIN=12x4\nTEXTRELAY_AGENT_SREIAL_PORT=/dev/ttyUSB0\n',
  );
  expect(
    errors({ TEXTRELAY_AGENT_SMSC: '555', TEXTRELAY_AGENT_OPS_LISTEN: 'here', LOG_LEVEL: 'loud' }),
  ).toEqual([
    `${file} line 3: TEXTRELAY_AGENT_SREIAL_PORT is not known; TEXTRELAY_AGENT_SERIAL_PORT is`,
    'TEXTRELAY_AGENT_OPS_LISTEN: must be host:port, like 127.0.0.1:8080',
    expect.stringMatching(/^LOG_LEVEL: Value "loud" not in choices/),
    'TEXTRELAY_AGENT_PIN: must be 4 to 8 digits (in agent.env)',
    'TEXTRELAY_AGENT_SMSC: must be a number with its country code, such as +12063130004',
  ]);
});

test('a validator that repeats what it was given shows no secret, and what must be set says what it is', () => {
  const echo = new Error('"hunter2" is no good');
  expect(describeError('X_PASSWORD', echo, undefined, 'hunter2')).toBe('"..." is no good');
  expect(describeError('X_HOST', echo, undefined, 'hunter2')).toBe('"hunter2" is no good');
  const missing = new EnvMissingError('the host');
  expect(describeError('X_HOST', missing, str({ desc: 'the host' }), undefined)).toBe(
    'must be set: the host',
  );
  expect(describeError('X_HOST', missing, str(), undefined)).toBe('must be set: it has no default');
});

test('a driver that is not known is answered with those that are', () => {
  expect(errors({ TEXTRELAY_AGENT_DRIVER: 'modem' })).toEqual([
    expect.stringMatching(/^TEXTRELAY_AGENT_DRIVER: must be one of simulated, at-modem/),
  ]);
});

test('a file with a PIN or a password must be closed to others; one without may be open', () => {
  write('TEXTRELAY_AGENT_DRIVER=at-modem\n', 0o644);
  expect(errors()).toEqual([]);
  for (const mode of [0o640, 0o604, 0o622]) {
    write('TEXTRELAY_AGENT_DRIVER=at-modem\nTEXTRELAY_AGENT_PIN=1234\n', mode);
    expect(errors()).toEqual([`${file} holds TEXTRELAY_AGENT_PIN and is open to others: chmod 600 ${file}`]);
  }
});

const lines: [string, string, string][] = [
  ['without =', 'TEXTRELAY_AGENT_DRIVER at-modem', 'line 1 is not NAME=value'],
  ['that begins with =', '=at-modem', 'line 1 is not NAME=value'],
  ['twice', 'LOG_LEVEL=info\n\nLOG_LEVEL=warn', 'line 3: LOG_LEVEL was set before'],
  [
    'with a bare # in its value',
    'TEXTRELAY_AGENT_PIN=12#34',
    'line 1: TEXTRELAY_AGENT_PIN: put the value into quotes, on one line',
  ],
  [
    'whose quote does not end',
    'TEXTRELAY_AGENT_PIN="1234\nLOG_LEVEL=info',
    'line 1: TEXTRELAY_AGENT_PIN: put the value into quotes, on one line',
  ],
  [
    'that names the directory',
    'TEXTRELAY_AGENT_DIR=/x',
    'line 1: TEXTRELAY_AGENT_DIR cannot stand here: it says where this file is',
  ],
  [
    'for Node itself',
    'NODE_EXTRA_CA_CERTS=/x',
    'line 1: NODE_EXTRA_CA_CERTS is read before the agent is: set it in the environment',
  ],
  ['nobody knows', 'COLOUR=blue', 'line 1: COLOUR is not known'],
  [
    'with a slip in its prefix',
    'TEXRELAY_AGENT_PIN=1',
    'line 1: TEXRELAY_AGENT_PIN is not known; TEXTRELAY_AGENT_PIN is',
  ],
];
for (const [what, text, error] of lines) {
  test(`a line ${what} is an error`, () => {
    write(text);
    expect(errors()).toEqual([`${file} ${error}`]);
  });
}

test('a file that is none, or huge, or not text, is one error and no crash', () => {
  mkdirSync(file);
  expect(errors()).toEqual([`${file} cannot be read (EISDIR)`]);
  rmSync(file, { recursive: true });
  write('#'.repeat(70_000));
  expect(errors()).toEqual([`${file} is no settings file: it is too large`]);
  write(Uint8Array.from({ length: 3_000 }, (_, index) => (index * 31) % 256));
  for (const error of errors()) expect(error).toMatch(/^\S+ line \d+(: \w+ is not known)?/);
  expect(errors().length).toBeGreaterThan(0);
});

test("the directory is the typed one, else the environment's, else the user's own", () => {
  expect(findDir('/a/b', { TEXTRELAY_AGENT_DIR: '/c' })).toBe('/a/b');
  expect(findDir('here', {})).toBe(join(process.cwd(), 'here'));
  expect(findDir(undefined, { TEXTRELAY_AGENT_DIR: '/c', XDG_STATE_HOME: '/d' })).toBe('/c');
  expect(findDir(undefined, { TEXTRELAY_AGENT_DIR: '', XDG_STATE_HOME: '/d' })).toBe('/d/textrelay-agent');
  expect(findDir(undefined, {})).toBe(join(homedir(), '.local', 'state', 'textrelay-agent'));
  for (const bad of ['agent', '~/agent', './agent'])
    expect(() => findDir(undefined, { TEXTRELAY_AGENT_DIR: bad })).toThrow(
      'TEXTRELAY_AGENT_DIR: must be an absolute path',
    );
});
