// Signal and battery, which gammu-smsd keeps in its shared memory and gammu-smsd-monitor shows. Without that program
// they are unknown.
import { execFile } from 'node:child_process';

/** The whole look takes no longer. */
const timeoutMs = 5_000;

/** Percentages are absent when unknown. `isRunning` is absent when the program cannot be run. */
export interface MonitorAnswer {
  isRunning?: boolean;
  /** The phone has reported its number since the daemon started. */
  sawPhone?: boolean;
  signalPercent?: number;
  batteryPercent?: number;
}

/** Asks once. Never rejects. */
export function askMonitor(config: string): Promise<MonitorAnswer> {
  return new Promise((resolve) => {
    execFile(
      'gammu-smsd-monitor',
      ['-c', config, '-C', '-n', '1', '-d', '0'],
      { timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: 64 * 1024 },
      (error, stdout) => {
        if ((error as NodeJS.ErrnoException | null)?.code === 'ENOENT') return resolve({});
        resolve(readMonitor(stdout));
      },
    );
  });
}

/** client;phone;imei;imsi;sent;received;failed;battery;signal, where zeros may mean that nothing was read yet. */
export function readMonitor(output: string): MonitorAnswer {
  const line = output.split('\n').find((one) => /^Gammu [^;]*(;[^;]*){8}$/.test(one.trim()));
  if (line === undefined) return { isRunning: false };
  const fields = line.trim().split(';');
  const sawPhone = (fields[2] ?? '') !== '';
  const percent = (field: string | undefined) => {
    const value = Number.parseInt(field ?? '', 10);
    return sawPhone && value > 0 && value <= 100 ? value : undefined;
  };
  const [batteryPercent, signalPercent] = [percent(fields[7]), percent(fields[8])];
  return {
    isRunning: true,
    sawPhone,
    ...(signalPercent === undefined ? {} : { signalPercent }),
    ...(batteryPercent === undefined ? {} : { batteryPercent }),
  };
}
