// A small button at the end of a row. `of` names the row for a screen reader, where the label alone does not.
import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';

interface RowButtonProps extends ButtonProps {
  label: string;
  of?: string | undefined;
  onClick?: () => void;
  renderRoot?: (root: object) => ReactNode;
}

export const RowButton = ({ label, of = '', ...button }: RowButtonProps) => (
  <Button size="compact-sm" variant="default" aria-label={`${label} ${of}`.trim()} {...button}>
    {label}
  </Button>
);
