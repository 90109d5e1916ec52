// A serial port of this machine. The package behind it is loaded only here and only when a port is opened, so that
// agents with other devices run where it cannot be loaded.
import { type Port, PortError, type PortHandlers, type PortTrouble } from './port.ts';

/** Opens the port for this program alone. Rejects with a PortError. */
export async function openSerialPort(path: string, baudRate: number, handlers: PortHandlers): Promise<Port> {
  const { SerialPort } = await import('serialport').catch(() => {
    throw new PortError('other', 'serial ports cannot be used on this machine; tcp://host:port can');
  });
  const { promise, resolve, reject } = Promise.withResolvers<Port>();
  const port = new SerialPort({ path, baudRate, autoOpen: false, lock: true });
  let state: 'opening' | 'open' | 'closed' = 'opening';
  const gone = () => {
    if (state !== 'open') return;
    close();
    handlers.onGone();
  };
  const close = () => {
    if (state === 'closed') return;
    state = 'closed';
    if (port.isOpen) port.close(() => undefined);
  };
  port.on('data', (data: Buffer) => {
    if (state === 'open') handlers.onData(data.toString('latin1'));
  });
  port.on('error', gone);
  port.on('close', gone);
  port.open((error) => {
    if (error !== null) {
      state = 'closed';
      return reject(faultOf(error.message));
    }
    state = 'open';
    // An earlier program may have left bytes in the buffers.
    port.flush(() => resolve({ write: (data) => void port.write(data, 'latin1'), close }));
  });
  return promise;
}

const troubles: readonly [RegExp, PortTrouble, string][] = [
  [/no such (file|device)|not found/i, 'absent', 'the serial port is not there'],
  [/permission denied|access denied/i, 'denied', 'this user may not use the serial port'],
  [/cannot lock port|resource busy|temporarily unavailable/i, 'busy', 'another program uses the serial port'],
  [/inappropriate ioctl|not a typewriter/i, 'other', 'this is no serial port'],
];

/** The package gives the reason as a sentence only. */
export function faultOf(message: string): PortError {
  const [, trouble, words] = troubles.find(([pattern]) => pattern.test(message)) ?? [];
  return new PortError(trouble ?? 'other', words ?? 'the serial port cannot be opened');
}
