// What `doctor` says of how a core is set up and of the machine that it runs on.
import type { Finding } from '../../../../runtime/cli/findings.ts';
import { certificateSeconds, fullDisk } from '../../../ops/alerts/bounds.ts';
import type { DiskSpace } from '../../../ops/disk_space.ts';
import type { RefusingTarget } from '../alerts/watch.ts';

/** The parts of a core's setup that its operator wants to know. */
export interface CoreSetup {
  isProduction: boolean;
  hasMail: boolean;
  /** Somebody gets the alerts of the service. */
  hasAlerts: boolean;
  /** Base of the links that the service gives out. */
  publicUrl: string;
  /** The listeners that face other machines. */
  listeners: readonly { name: string; host: string; isSecure: boolean; variable: string }[];
  /** Sentences about variables that have no effect. */
  unknownVariables: readonly string[];
  /** The data directory of a service that one command runs; undefined where the core keeps nothing on this machine. */
  dataDir: string | undefined;
}

const isLoopback = (host: string) => /^(127\.|localhost$|\[?::1\]?$)/.test(host);

export function diagnoseSettings({ unknownVariables, isProduction, publicUrl }: CoreSetup): Finding[] {
  const what = 'settings';
  const found: Finding[] = unknownVariables.map((line) => ({
    level: 'warning',
    what,
    detail: line,
    advice: 'Correct its name, or remove it.',
  }));
  if (isProduction && isLoopback(new URL(publicUrl).hostname)) {
    found.push({
      level: 'warning',
      what,
      detail: `links lead to ${publicUrl}, which nobody else reaches`,
      advice: 'Set TEXTRELAY_PUBLIC_URL to the address that people open.',
    });
  }
  if (found.length > 0) return found;
  return [
    { level: 'ok', what, detail: isProduction ? 'of production' : 'of a trial: NODE_ENV is not production' },
  ];
}

export function diagnoseMail({ hasMail, isProduction }: CoreSetup): Finding {
  const what = 'mail';
  if (hasMail) return { level: 'ok', what, detail: 'a mail server is set' };
  const detail = 'no mail server: nobody is mailed an invitation, a new password or a notice';
  if (!isProduction) return { level: 'ok', what, detail };
  return { level: 'warning', what, detail, advice: 'Set TEXTRELAY_SMTP_URL.' };
}

/** `refusing`: the targets that took nothing when this core last tried them. */
export function diagnoseAlertTargets(
  { hasAlerts, isProduction }: CoreSetup,
  refusing: readonly RefusingTarget[],
  admin: string,
): Finding[] {
  const what = 'alerts';
  if (refusing.length > 0) {
    return refusing.map(({ target, sinceMs, error }) => ({
      level: 'warning',
      what,
      detail: `the target ${target} has taken none since ${new Date(sinceMs).toISOString()}: ${error}`,
      advice: `Correct it, and try it with ${admin} alerts test.`,
    }));
  }
  if (hasAlerts) return [{ level: 'ok', what, detail: 'somebody gets them' }];
  const detail = 'nobody gets those of the service';
  if (!isProduction) return [{ level: 'ok', what, detail }];
  const advice = 'Set TEXTRELAY_ALERT_MAIL or TEXTRELAY_ALERT_URL, unless Prometheus watches it.';
  return [{ level: 'warning', what, detail, advice }];
}

export const diagnoseListeners = ({ listeners }: CoreSetup): Finding[] =>
  listeners
    .filter(({ host, isSecure }) => !isSecure && !isLoopback(host))
    .map(({ name, variable }) => ({
      level: 'warning',
      what: 'encryption',
      detail: `the ${name} takes connections from other machines in cleartext`,
      advice: `Set ${variable}, or let nothing reach it but what you trust.`,
    }));

/** `ends`: when the certificate of each listener ends. */
export function diagnoseCertificates(ends: ReadonlyMap<string, number>, machineMs: number): Finding[] {
  const what = 'certificate';
  return [...ends].map(([listener, endMs]) => {
    const day = new Date(endMs).toISOString().slice(0, 10);
    const advice = 'Renew it: the files are read again by themselves.';
    if (endMs <= machineMs)
      return { level: 'fault', what, detail: `of ${listener}: it ended on ${day}`, advice };
    const isNear = endMs - machineMs < certificateSeconds * 1000;
    const detail = `of ${listener}: good until ${day}`;
    return isNear ? { level: 'warning', what, detail, advice } : { level: 'ok', what, detail };
  });
}

/** Undefined where there is no disk to look at. */
export function diagnoseDisk(space: DiskSpace | undefined): Finding[] {
  const what = 'disk';
  if (space === undefined) return [];
  const gigabytes = (space.free / 1e9).toFixed(1);
  const detail = `${gigabytes} GB free, ${Math.floor((100 * space.free) / space.size)} % of it`;
  const isFull = space.free < fullDisk.share * space.size && space.free < fullDisk.bytes;
  if (!isFull) return [{ level: 'ok', what, detail }];
  const advice = 'Make space: on a full disk the database refuses every text.';
  return [{ level: 'warning', what, detail, advice }];
}
