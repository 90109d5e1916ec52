// A secret that is shown this once.
import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyLine } from './copy_line.tsx';

interface SecretOnceProps {
  title: string;
  secret: string | null;
  label: string;
  close: () => void;
  children?: ReactNode;
}

export const SecretOnce = ({ title, secret, label, close, children }: SecretOnceProps) => (
  <Modal opened={secret !== null} onClose={close} title={title} closeOnClickOutside={false}>
    <Stack gap="sm">
      <Alert color="orange" variant="light">
        Copy it now: it is shown only this once.
      </Alert>
      {secret !== null && <CopyLine text={secret} label={label} />}
      {children}
      <Group justify="flex-end">
        <Button onClick={close}>I have copied it</Button>
      </Group>
    </Stack>
  </Modal>
);
