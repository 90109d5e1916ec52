// The field that a list is searched by.
import { TextInput, type TextInputProps } from '@mantine/core';
import type { Ref } from 'react';
import { Icon } from './icons.tsx';

interface SearchInputProps extends Omit<TextInputProps, 'label' | 'onChange'> {
  ref?: Ref<HTMLInputElement>;
  label: string;
  onChange: (typed: string) => void;
}

export const SearchInput = ({ label, onChange, ...input }: SearchInputProps) => (
  <TextInput
    size="sm"
    type="search"
    aria-label={label}
    placeholder={label}
    leftSection={<Icon name="search" size={16} />}
    {...input}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);
