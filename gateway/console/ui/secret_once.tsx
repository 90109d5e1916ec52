// A secret that is shown this once.
import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { parts as say } from '../words/en/parts.ts';
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
        {say.onlyOnce}
      </Alert>
      {secret !== null && <CopyLine text={secret} label={label} />}
      {children}
      <Group justify="flex-end">
        <Button onClick={close}>{say.haveCopied}</Button>
      </Group>
    </Stack>
  </Modal>
);
