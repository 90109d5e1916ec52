// Replies on the desktop, while the window is not looked at: for those who asked for them in this browser.
import { keep, readKept } from '../api/kept.ts';
import type { Message } from '../api/types.ts';

const name = 'textrelay-desktop-replies';

/** `off` may be turned on; `denied` only in the browser's own settings. */
type DesktopState = 'on' | 'off' | 'denied' | 'impossible';

export function desktopState(): DesktopState {
  if (!('Notification' in window)) return 'impossible';
  if (Notification.permission === 'denied') return 'denied';
  return Notification.permission === 'granted' && readKept<boolean>(localStorage, name) === true
    ? 'on'
    : 'off';
}

/** Asks the browser, which asks the person. */
export async function turnOnDesktop(): Promise<DesktopState> {
  if ((await Notification.requestPermission()) === 'granted') keep(localStorage, name, true);
  return desktopState();
}

export function turnOffDesktop(): DesktopState {
  keep(localStorage, name, null);
  return desktopState();
}

/** Shows received texts; one for each thread, of which several windows show one. */
export function announce(account: number, messages: readonly Message[], open: (path: string) => void): void {
  if (!document.hidden || desktopState() !== 'on') return;
  for (const { direction, address_norm: address, body } of messages) {
    if (direction !== 'in') continue;
    const shown = new Notification(address, { body, tag: `textrelay-${account}-${address}` });
    shown.onclick = () => {
      window.focus();
      open(`/accounts/${account}/threads/${encodeURIComponent(address)}`);
      shown.close();
    };
  }
}
