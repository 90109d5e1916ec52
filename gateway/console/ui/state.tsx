// Placeholders: something that is still loading, an empty list, an error.
import { Alert, Button, Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { NoAnswer, wasGivenUp, wordsOf } from '../api/ask.ts';
import { often } from '../words/en/often.ts';
import { parts as say } from '../words/en/parts.ts';
import { Icon } from './icons.tsx';

interface EmptyProps {
  title: string;
  children: ReactNode;
  action?: ReactNode;
}

/** Nothing is here: what that means and what to do next. */
export const Empty = ({ title, children, action }: EmptyProps) => (
  <div className="empty">
    <h2>{title}</h2>
    <p>{children}</p>
    {action}
  </div>
);

/** An error in words, and a way to try again. `after` follows where the service did not answer. */
export const Fault = ({ error, retry, after }: { error: unknown; retry?: () => void; after?: string }) =>
  wasGivenUp(error) ? null : (
    <Alert
      color="red"
      variant="light"
      icon={<Icon name="warning" />}
      role="alert"
      classNames={{ message: 'fault' }}
    >
      <span>
        {wordsOf(error)}
        {error instanceof NoAnswer && ` ${after ?? say.typedIsKept}`}
      </span>
      {retry && (
        <Button variant="default" size="compact-sm" ml="sm" onClick={retry}>
          {often.tryAgain}
        </Button>
      )}
    </Alert>
  );

/** The shape of what comes. */
export const Coming = ({ lines = 4 }: { lines?: number | undefined }) => (
  <Stack gap="sm" role="status" aria-label={say.loading}>
    {Array.from({ length: lines }, (_, line) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
      <Skeleton key={line} height={20} width={`${90 - line * 12}%`} />
    ))}
  </Stack>
);

interface PendingProps {
  of: { data?: unknown; error?: unknown; refetch?: () => unknown };
  lines?: number | undefined;
}

/** Stands in for an answer: the error, or a skeleton. Nothing once the answer is there. */
export function Pending({ of: { data, error, refetch }, lines }: PendingProps) {
  if (data) return null;
  if (error) return <Fault error={error} retry={() => void refetch?.()} after={say.asksAgain} />;
  return <Coming lines={lines} />;
}
