// The settings of gammu-smsd that matter here, read from its own configuration, so that nothing is said twice. It
// changes nothing in it and repeats no PIN.
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** The daemon's configuration. Paths are absolute. */
export interface Smsdrc {
  outbox: string;
  /** Absent: the daemon keeps what comes in nowhere. */
  inbox?: string;
  /** The folder for files that it is done with; absent when it deletes them. */
  sent?: string;
  error?: string;
  inboxFormat: 'detail' | 'standard' | 'unicode';
  /** Delivery reports are asked for and land in the inbox. */
  keepsReports: boolean;
  /** A file; absent: none, or the system's log. */
  logFile?: string;
  /** How often it looks into an empty outbox. */
  scanSeconds: number;
  /** How long it waits for the network's answer. */
  sendSeconds: number;
}

/** The faults that make the configuration useless here, one line each, for a person to repair. */
export class SmsdrcError extends Error {
  readonly advice: string;

  constructor(message: string, advice: string) {
    super(message);
    this.advice = advice;
  }
}

const maxBytes = 256 * 1024;

/** Reads it; throws an SmsdrcError. */
export async function readSmsdrc(path: string): Promise<Smsdrc> {
  let text: string;
  try {
    text = (await readFile(path)).subarray(0, maxBytes).toString();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const isDenied = code === 'EACCES' || code === 'EPERM';
    throw new SmsdrcError(
      isDenied ? `${path} may not be read` : `${path} cannot be read`,
      isDenied
        ? "Let the agent's user read it, for example: sudo usermod -aG gammu USER"
        : 'Install and configure gammu-smsd, or name its configuration in TEXTRELAY_AGENT_SMSD_CONFIG.',
    );
  }
  return interpret(sectionOf(text, 'smsd'), dirname(resolve(path)));
}

/** The values of one section; names in small letters. The last of two counts. */
export function sectionOf(text: string, wanted: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  let inside = false;
  for (const raw of text.split(/\r?\n/)) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#') || line.startsWith(';')) continue;
    const section = /^\[(.*)\]$/.exec(line)?.[1];
    if (section !== undefined) inside = section.trim().toLowerCase() === wanted;
    const [, name, value] = /^([^=]+?)\s*=\s*(.*)$/.exec(line) ?? [];
    if (!inside || section !== undefined || name === undefined || value === undefined) continue;
    values.set(name.toLowerCase(), value.replace(/^"(.*)"$/, '$1'));
  }
  return values;
}

function interpret(values: ReadonlyMap<string, string>, folder: string): Smsdrc {
  const word = (name: string) => values.get(name)?.toLowerCase();
  const path = (name: string) => {
    const value = values.get(name);
    return value === undefined || value === '' ? undefined : resolve(folder, value);
  };
  const service = word('service');
  if (service !== 'files')
    throw new SmsdrcError(
      'gammu-smsd does not keep its texts in files',
      'Set "service = files" in its section [smsd], with inboxpath, outboxpath, sentsmspath and errorsmspath.',
    );
  const outbox = path('outboxpath');
  if (outbox === undefined)
    throw new SmsdrcError('gammu-smsd has no outbox', 'Set "outboxpath" in its section [smsd].');
  const keepsReports = word('deliveryreport') === 'sms';
  const format = word('inboxformat');
  const inboxFormat = format === 'detail' || format === 'unicode' ? format : 'standard';
  if (keepsReports && inboxFormat !== 'detail')
    throw new SmsdrcError(
      'delivery reports cannot be distinguished from texts in this inbox',
      'Set "inboxformat = detail" in its section [smsd], or "deliveryreport = no".',
    );
  const log = path('logfile');
  const inbox = path('inboxpath');
  const sent = path('sentsmspath') ?? outbox;
  const error = path('errorsmspath') ?? sent;
  return {
    outbox,
    inboxFormat,
    keepsReports,
    scanSeconds: seconds(values.get('commtimeout'), 30),
    sendSeconds: seconds(values.get('sendtimeout'), 30),
    ...(inbox === undefined ? {} : { inbox }),
    ...(sent === outbox ? {} : { sent }),
    ...(error === outbox ? {} : { error }),
    ...(log === undefined || ['syslog', 'eventlog'].includes(word('logfile') ?? '') ? {} : { logFile: log }),
  };
}

function seconds(value: string | undefined, otherwise: number): number {
  const number = Number.parseInt(value ?? '', 10);
  return Number.isFinite(number) && number >= 0 ? Math.min(number, 3_600) : otherwise;
}
