// Whether this browser shows replies on the desktop.
import { Button } from '@mantine/core';
import { useState } from 'react';
import { desktopState, turnOffDesktop, turnOnDesktop } from '../../shell/desktop_news.ts';
import { Section } from '../../ui/section.tsx';
import { me as say } from '../../words/en/me.ts';

export function DesktopSection() {
  const [state, setState] = useState(desktopState);
  return (
    <Section title={say.desktopTitle} lead={say.desktopLead}>
      <p role="status">{say.desktop[state]}</p>
      {state === 'off' && (
        <Button variant="default" onClick={() => void turnOnDesktop().then(setState)}>
          {say.desktopOn}
        </Button>
      )}
      {state === 'on' && (
        <Button variant="default" onClick={() => setState(turnOffDesktop())}>
          {say.desktopOff}
        </Button>
      )}
    </Section>
  );
}
