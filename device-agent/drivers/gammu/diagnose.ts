// Looks at gammu-smsd for `doctor`: its configuration, its folders, whether it runs, and whether it takes a hollow file.
// It sends nothing.
import { access, constants, readdir } from 'node:fs/promises';
import { pause } from '../../../runtime/pause.ts';
import type { DriverContext, Finding } from '../driver.ts';
import { readTail, stateIn } from './daemon_log.ts';
import { askMonitor } from './monitor.ts';
import { canMakePipes } from './one_reader.ts';
import { readSmsdrc, type Smsdrc, SmsdrcError } from './smsdrc.ts';

type Show = (finding: Finding) => void;

const readWrite = constants.R_OK | constants.W_OK | constants.X_OK;

/** Shows what it finds. Never throws. */
export async function diagnoseSmsd(context: DriverContext, configPath: string, show: Show): Promise<void> {
  try {
    const smsdrc = await readSmsdrc(configPath);
    show({ level: 'ok', what: 'configuration', detail: `${configPath} keeps texts in files` });
    showSettings(smsdrc, show);
    if (!(await showFolders(smsdrc, show))) return;
    if (!(await showDaemon(smsdrc, configPath, show))) return;
    await showOutbox(smsdrc, context, show);
  } catch (error) {
    const isKnown = error instanceof SmsdrcError;
    show({
      level: 'fault',
      what: 'configuration',
      detail: isKnown ? error.message : 'gammu-smsd could not be looked at',
      advice: isKnown ? error.advice : 'Try once more; if it stays so, report it.',
    });
  }
}

function showSettings({ keepsReports, inbox, logFile, scanSeconds }: Smsdrc, show: Show): void {
  const what = 'settings';
  const warn = (detail: string, advice: string) => show({ level: 'warning', what, detail, advice });
  if (!keepsReports)
    warn('no delivery reports are asked for', 'Set "deliveryreport = sms" and "inboxformat = detail".');
  if (inbox === undefined) warn('texts that come in are kept nowhere', 'Set "inboxpath".');
  if (logFile === undefined)
    warn('without a log a refused text ends as unknown', 'Set "logfile" to a file that the agent may read.');
  if (scanSeconds > 5)
    warn(`it looks into its outbox every ${scanSeconds} seconds only`, 'Set "commtimeout = 1".');
}

async function showFolders({ outbox, inbox, sent, error }: Smsdrc, show: Show): Promise<boolean> {
  for (const folder of [outbox, inbox, sent, error]) {
    if (folder === undefined) continue;
    const code = await access(folder, readWrite).then(
      () => undefined,
      (fault: NodeJS.ErrnoException) => fault.code ?? 'unknown',
    );
    if (code === undefined) continue;
    const advice =
      code === 'ENOENT'
        ? 'Make the folder, or correct its path in the configuration.'
        : "Put the agent's user into the group of gammu-smsd, and let the group write: sudo chmod g+rwxs FOLDER";
    show({ level: 'fault', what: 'folders', detail: `${folder} cannot be used (${code})`, advice });
    return false;
  }
  const hasMkfifo = await canMakePipes();
  if (!hasMkfifo)
    show({ level: 'fault', what: 'mkfifo', detail: 'the program is missing', advice: 'Install coreutils.' });
  else show({ level: 'ok', what: 'folders', detail: 'outbox and inbox can be read and written' });
  return hasMkfifo;
}

async function showDaemon(smsdrc: Smsdrc, configPath: string, show: Show): Promise<boolean> {
  const { isRunning, signalPercent } = await askMonitor(configPath);
  const start = 'Start it: sudo systemctl start gammu-smsd, and read its log.';
  if (isRunning === false) {
    show({ level: 'fault', what: 'gammu-smsd', detail: 'it is not running', advice: start });
    return false;
  }
  const { text, isReadable } = smsdrc.logFile
    ? await readTail(smsdrc.logFile)
    : { text: '', isReadable: true };
  if (!isReadable)
    show({
      level: 'warning',
      what: 'log',
      detail: 'its log may not be read',
      advice: 'Let the agent read it.',
    });
  const state = stateIn(text);
  if (state?.problem !== undefined) {
    show({ level: 'fault', what: 'phone', detail: state.detail, advice: adviceFor[state.problem] ?? start });
    return false;
  }
  const signal = signalPercent === undefined ? 'unknown' : `${signalPercent} %`;
  const detail = isRunning
    ? `it runs; signal ${signal}`
    : 'gammu-smsd-monitor is missing: signal and battery stay unknown';
  show({ level: 'ok', what: 'gammu-smsd', detail });
  return true;
}

const adviceFor: Partial<Record<string, string>> = {
  pin_required: 'Set "pin" in the section [smsd] of its configuration.',
  absent: 'Plug the modem in, and check "device" in the section [gammu] of its configuration.',
  not_answering: 'Check cable and power of the modem, and that no other program uses it.',
};

/** A file that stays in the outbox is not taken: the daemon is stuck, or without its phone. */
async function showOutbox({ outbox }: Smsdrc, { clock }: DriverContext, show: Show): Promise<void> {
  const isWaiting = (name: string) => /^out.*\.(txt|smsbackup)/i.test(name);
  const before = (await readdir(outbox)).filter(isWaiting);
  if (before.length > 0) await pause(clock, 10_000, AbortSignal.timeout(15_000));
  const after = new Set((await readdir(outbox)).filter(isWaiting));
  const stuck = before.filter((name) => after.has(name)).length;
  if (stuck === 0) return show({ level: 'ok', what: 'outbox', detail: 'nothing is stuck in it' });
  const detail = `${stuck} files have lain in it for 10 seconds: one that is refused keeps the others waiting`;
  show({
    level: 'warning',
    what: 'outbox',
    detail,
    advice: 'Look into the log, and take out what cannot be sent.',
  });
}
