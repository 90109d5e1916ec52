// What every page begins with: its title, which the document takes and the focus goes to when the page was opened by
// a link, a sentence, and what can be done here.
import { type ReactNode, useEffect, useRef } from 'react';
import { parts as say } from '../words/en/parts.ts';
import { nameWindow } from './document_title.ts';
import { Unbroken } from './unbroken.tsx';

let isFirstPage = true;

/** Whether the page has given the focus to a field of its own. */
const hasFocusIn = (heading: HTMLElement | null) =>
  document.activeElement?.matches('input, textarea') === true &&
  heading?.closest('section, .page')?.contains(document.activeElement) === true;

/** Names the document, and moves the focus to the heading of every page but the first, and of those that begin with a field. */
export function useTitle(title: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    nameWindow(title);
  }, [title]);
  useEffect(() => {
    if (!isFirstPage && !hasFocusIn(heading.current)) heading.current?.focus({ preventScroll: true });
    isFirstPage = false;
  }, []);
  return heading;
}

interface PageProps {
  title: string;
  lead?: ReactNode;
  /** The page of the guides that says more. */
  guide?: string;
  actions?: ReactNode;
  wide?: boolean;
  children: ReactNode;
}

export function Page({ title, lead, guide, actions, wide = false, children }: PageProps) {
  const heading = useTitle(title);
  return (
    <div className={wide ? 'page page-wide' : 'page'}>
      <div className="page-head">
        <div>
          <h1 ref={heading} tabIndex={-1}>
            <Unbroken words={title} />
          </h1>
          {lead !== undefined && (
            <p>
              {lead}
              {guide !== undefined && (
                <>
                  {' '}
                  <a className="link" href={guide}>
                    {say.howItWorks}
                  </a>
                </>
              )}
            </p>
          )}
        </div>
        {actions}
      </div>
      {children}
    </div>
  );
}
