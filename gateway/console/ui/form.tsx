// A form that is sent once at a time and shows why it was refused.
import { Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode, SyntheticEvent } from 'react';
import { Fault } from './state.tsx';

interface AskFormProps<Answer> {
  /** What the button says. */
  action: string;
  /** Asks the service. */
  send: () => Promise<Answer>;
  onDone: (answer: Answer) => void;
  children: ReactNode;
  isWide?: boolean;
  color?: string;
  disabled?: boolean;
}

export function AskForm<Answer>(props: AskFormProps<Answer>) {
  const { action, send, onDone, children, isWide = false, color, disabled = false } = props;
  const { mutate, isPending, error } = useMutation({ mutationFn: send, onSuccess: onDone });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isPending) mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {children}
        {error && <Fault error={error} />}
        <div>
          <Button
            type="submit"
            loading={isPending}
            fullWidth={isWide}
            size={isWide ? 'md' : 'sm'}
            disabled={disabled}
            {...(color !== undefined && { color })}
          >
            {action}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
