// Whether this browser shows replies on the desktop.
import { Button } from '@mantine/core';
import { useState } from 'react';
import { type DesktopState, desktopState, turnOffDesktop, turnOnDesktop } from '../../shell/desktop_news.ts';
import { Section } from '../../ui/section.tsx';

const words: Record<DesktopState, string> = {
  on: 'This browser shows replies while you look at another window.',
  off: 'This browser shows no replies on the desktop.',
  denied: 'You forbade it in this browser. Allow notifications of this page in the browser’s settings first.',
  impossible: 'This browser has no notifications here.',
};

export function DesktopSection() {
  const [state, setState] = useState(desktopState);
  return (
    <Section
      title="Replies on the desktop"
      lead="For this browser alone, while a page of an account is open."
    >
      <p role="status">{words[state]}</p>
      {state === 'off' && (
        <Button variant="default" onClick={() => void turnOnDesktop().then(setState)}>
          Show replies on the desktop
        </Button>
      )}
      {state === 'on' && (
        <Button variant="default" onClick={() => setState(turnOffDesktop())}>
          Show none any more
        </Button>
      )}
    </Section>
  );
}
