// A question before something that cannot be undone.
import { Button, Group, Modal, Stack } from '@mantine/core';
import { type QueryKey, useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { often } from '../words/en/often.ts';
import { useRefresh } from './form.tsx';
import { RowButton } from './row_button.tsx';
import { Fault } from './state.tsx';

interface ConfirmProps {
  /** The button that opens the question. */
  label: string;
  title: string;
  /** The consequences. */
  children: ReactNode;
  /** The button that does it; the label when left out. */
  action?: string;
  /** The button that leaves things as they are. */
  keep?: string;
  run: () => Promise<unknown>;
  /** The answers that are asked for again once it is done. */
  changes?: QueryKey;
  onDone?: () => void;
  isDanger?: boolean;
  /** Names the thing for a screen reader, where the label alone does not. */
  of?: string;
}

export function Confirm(props: ConfirmProps) {
  const {
    label,
    title,
    children,
    action = label,
    keep = often.cancel,
    run,
    changes,
    onDone,
    isDanger = true,
    of,
  } = props;
  const [isOpen, setOpen] = useState(false);
  const refresh = useRefresh();
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: run,
    onSuccess: () => {
      setOpen(false);
      if (changes) refresh(changes);
      onDone?.();
    },
  });
  const close = () => {
    setOpen(false);
    reset();
  };
  return (
    <>
      <RowButton label={label} of={of} onClick={() => setOpen(true)} />
      <Modal opened={isOpen} onClose={close} title={title}>
        <Stack gap="md">
          <div>{children}</div>
          {error && <Fault error={error} />}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={close}>
              {keep}
            </Button>
            <Button {...(isDanger && { color: 'red.9' })} loading={isPending} onClick={() => mutate()}>
              {action}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
