// Something to copy whole: a command, a key, a link.
import { ActionIcon, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { after } from '../clock.ts';
import { parts as say } from '../words/en/parts.ts';
import { Icon } from './icons.tsx';

const shownMs = 2_000;

/** Copies where the page is trusted to; elsewhere selects, so that one key more copies. */
async function copy(text: string, element: HTMLElement | null): Promise<boolean> {
  if (navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // The person refused it when the browser asked.
    }
  }
  if (element) getSelection()?.selectAllChildren(element);
  return false;
}

interface CopyLineProps {
  text: string;
  /** Says what it is. */
  label: string;
  /** How the text is shown, where that is not how it is copied. */
  shown?: string;
  /** Whether it is typed elsewhere rather than copied. */
  isLarge?: boolean;
}

/** A line that is copied as it is. */
export function CopyLine({ text, label, shown = text, isLarge = false }: CopyLineProps) {
  const [said, setSaid] = useState<string | null>(null);
  const [element, setElement] = useState<HTMLElement | null>(null);
  const onClick = async () => {
    setSaid((await copy(text, element)) ? say.copied : say.selected);
    after(shownMs, () => setSaid(null));
  };
  return (
    <div className={isLarge ? 'copy-line copy-line-large' : 'copy-line'}>
      <code ref={setElement}>{shown}</code>
      <Tooltip label={said ?? say.copy} opened={said === null ? undefined : true}>
        <ActionIcon variant="default" size="lg" aria-label={say.copyOf(label)} onClick={() => void onClick()}>
          <Icon name={said === say.copied ? 'check' : 'copy'} />
        </ActionIcon>
      </Tooltip>
      <span className="hidden" role="status">
        {said}
      </span>
    </div>
  );
}
