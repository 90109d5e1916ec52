// The keys of an account's pages: j and k go through threads, others reach what names them in data-shortcut. They do nothing
// while somebody types or a dialog is open; Ctrl+K works everywhere.
import { Kbd, Modal } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { shell as say } from '../words/en/shell.ts';
import type { Entry } from './navigation.tsx';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));

/** The keys as they are listed. */
const listed = (): readonly (readonly [keys: string, what: string])[] => [
  ['j', say.keys_.j],
  ['k', say.keys_.k],
  ['r', say.keys_.r],
  ['e', say.keys_.e],
  ['/', say.keys_.slash],
  [say.ctrl('K'), say.keys_.palette],
  [say.ctrl(say.enter), say.keys_.send],
  ['?', say.keys_.list],
];

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

const hasDialog = () => document.querySelector('[role="dialog"]') !== null;

/** Opens the thread that stands so many places after the open one; the first where none is open. */
function step(places: 1 | -1): void {
  const threads = [...document.querySelectorAll<HTMLElement>('.thread-rows .thread')];
  const open = threads.findIndex((thread) => thread.getAttribute('aria-current') === 'page');
  const next = threads[open < 0 ? 0 : open + places];
  next?.click();
  next?.scrollIntoView({ block: 'nearest' });
}

/** Uses what has a shortcut on the page: a field gets the cursor, a button is pressed. False where nothing has it. */
function reach(key: string): boolean {
  const found = document.querySelector<HTMLElement>(`[data-shortcut="${CSS.escape(key)}"]`);
  if (!found) return false;
  if (isTyping(found)) found.focus();
  else found.click();
  return true;
}

interface KeyboardProps {
  account: number;
  pages: readonly Entry[];
}

export function Keyboard({ account, pages }: KeyboardProps) {
  const [open, setOpen] = useState<'palette' | 'list' | null>(null);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key } = event;
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
      if (key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) setOpen('palette');
      else if (hasModifier || event.defaultPrevented || isTyping(event.target) || hasDialog()) return;
      else if (key === 'j' || key === 'k') step(key === 'j' ? 1 : -1);
      else if (key === '?') setOpen('list');
      else if (!['r', 'e', '/'].includes(key) || !reach(key)) return;
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  const close = () => setOpen(null);
  return (
    <>
      <Modal opened={open === 'list'} onClose={close} title={say.shortcuts}>
        <table className="keys">
          <tbody>
            {listed().map(([keys, what]) => (
              <tr key={keys}>
                <th scope="row">
                  <Kbd>{keys}</Kbd>
                </th>
                <td>{what}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Modal>
      <Modal opened={open === 'palette'} onClose={close} title={say.goTo}>
        <Suspense>
          <Palette account={account} pages={pages} close={close} />
        </Suspense>
      </Modal>
    </>
  );
}
