// A form behind a button: a dialog that closes when it is done, and then shows the secret that was made, if there is one.
import { Button, Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { AskForm, type AskFormProps, type Fields } from './form.tsx';
import { Icon } from './icons.tsx';
import { SecretOnce } from './secret_once.tsx';

interface FormDialogProps<F extends Fields, Answer> extends AskFormProps<F, Answer> {
  title: string;
  /** The secret of the answer, which is shown this once; null for none. */
  secret?: { title: string; label: string; of: (answer: Answer) => string | null; note?: ReactNode };
}

interface OpenProps {
  isOpen: boolean;
  close: () => void;
}

export function FormDialog<const F extends Fields, Answer>(props: FormDialogProps<F, Answer> & OpenProps) {
  const { title, secret, isOpen, close, onDone, ...form } = props;
  const [shown, setShown] = useState<string | null>(null);
  const done = (answer: Answer) => {
    close();
    setShown(secret?.of(answer) ?? null);
    onDone?.(answer);
  };
  return (
    <>
      <Modal opened={isOpen} onClose={close} title={title}>
        <AskForm {...form} onDone={done} />
      </Modal>
      {secret && (
        <SecretOnce title={secret.title} label={secret.label} secret={shown} close={() => setShown(null)}>
          {secret.note}
        </SecretOnce>
      )}
    </>
  );
}

/** The button of a page that adds something, which may stand in several places, and its one dialog. */
export function useFormDialog<const F extends Fields, Answer>(
  props: FormDialogProps<F, Answer> & { button: string },
): { button: ReactNode; dialog: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  return {
    button: (
      <Button leftSection={<Icon name="plus" />} onClick={() => setOpen(true)}>
        {props.button}
      </Button>
    ),
    dialog: <FormDialog {...props} isOpen={isOpen} close={() => setOpen(false)} />,
  };
}
