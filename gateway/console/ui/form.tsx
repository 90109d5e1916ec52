// Forms: declared fields, sent once at a time, with the reason where they are refused.
import {
  Button,
  Checkbox,
  Group,
  NativeSelect,
  PasswordInput,
  Stack,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type ComponentProps,
  type HTMLInputAutoCompleteAttribute,
  type ReactNode,
  type SyntheticEvent,
  useId,
  useState,
} from 'react';
import { often } from '../words/en/often.ts';
import { fieldFaultsOf } from './field_fault.ts';
import { Fault } from './state.tsx';

/** A field as it is shown. It has to be filled unless it says otherwise. */
interface Field {
  label: string;
  /** Its name in the interface, where that is another one: what is refused by that name is said here. */
  asked?: string;
  /** `suggest`: the options are offered while one types. `whole`: digits only. `lines`: a longer text. `switch` and `checkbox`: true or false; every other value is what is typed. */
  type?:
    | 'text'
    | 'email'
    | 'tel'
    | 'time'
    | 'password'
    | 'whole'
    | 'lines'
    | 'select'
    | 'suggest'
    | 'switch'
    | 'checkbox';
  description?: string | undefined;
  placeholder?: string;
  initial?: string | boolean;
  isOptional?: boolean;
  readOnly?: boolean;
  /** Whether the cursor is there when the form opens. */
  isFirst?: boolean;
  options?: readonly { value: string; label: string }[];
  minLength?: number;
  maxLength?: number;
  autoComplete?: HTMLInputAutoCompleteAttribute;
  /** Corrects every keystroke. */
  read?: (typed: string) => string;
}

export type Fields = Readonly<Record<string, Field>>;
/** The typed values; a field that may be absent from the form is absent here. */
export type Values<F extends Fields> = {
  [Name in keyof F]: NonNullable<F[Name]> extends { type: 'switch' | 'checkbox' } ? boolean : string;
};

const initialOf = <F extends Fields>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { initial, type }]) => [
      name,
      initial ?? (type === 'switch' || type === 'checkbox' ? false : ''),
    ]),
  ) as Values<F>;

/** A field in which the browser looks for what is typed in any part of the options. */
function Suggesting({
  options,
  ...common
}: ComponentProps<typeof TextInput> & { options: readonly { value: string; label: string }[] }) {
  const id = useId();
  return (
    <>
      <TextInput {...common} list={id} autoComplete="off" />
      <datalist id={id}>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label === value ? undefined : label}
          </option>
        ))}
      </datalist>
    </>
  );
}

function FieldInput({
  field,
  value,
  fault,
  set,
}: {
  field: Field;
  value: string | boolean;
  /** Why it was refused. */
  fault: string | undefined;
  set: (value: string | boolean) => void;
}) {
  const { type = 'text', isOptional, isFirst, initial, options = [], read, asked, ...shown } = field;
  if (type === 'switch' || type === 'checkbox') {
    const Input = type === 'switch' ? Switch : Checkbox;
    return (
      <Input
        label={field.label}
        error={fault}
        checked={value === true}
        onChange={(event) => set(event.currentTarget.checked)}
      />
    );
  }
  const common = {
    ...shown,
    required: !isOptional,
    error: fault,
    errorProps: { role: 'alert' },
    value: String(value),
    onChange: (event: { currentTarget: { value: string } }) => {
      const typed =
        type === 'whole' ? event.currentTarget.value.replace(/\D/g, '') : event.currentTarget.value;
      set(read ? read(typed) : typed);
    },
    ...(isFirst && { 'data-autofocus': true, autoFocus: true }),
  };
  if (type === 'select')
    return <NativeSelect {...common} size="md" disabled={field.readOnly ?? false} data={[...options]} />;
  if (type === 'suggest') return <Suggesting {...common} options={options} />;
  if (type === 'lines') return <Textarea {...common} size="md" autosize />;
  if (type === 'password') return <PasswordInput {...common} aria-invalid={fault !== undefined} />;
  return <TextInput {...common} {...(type === 'whole' ? { inputMode: 'numeric' } : { type })} />;
}

export interface AskFormProps<F extends Fields, Answer> {
  /** The button. */
  action: string | ((values: Values<F>) => string);
  fields?: F;
  /** Asks the service. */
  send: (values: Values<F>) => Promise<Answer>;
  onDone?: ((answer: Answer) => void) | undefined;
  /** The answers that are asked for again once it is done. */
  changes?: QueryKey;
  /** The notice once it is done. */
  said?: string;
  /** Whether the fields are as at first again once it is done. */
  isCleared?: boolean;
  /** Above the fields. */
  lead?: ReactNode;
  /** Below the fields. */
  children?: ReactNode;
  isWide?: boolean;
  color?: string;
  /** Leaves things as they are, by a button of its own: for what cannot be undone. */
  onKeep?: () => void;
  /** Whether it cannot be sent. */
  disabled?: boolean | ((values: Values<F>) => boolean);
}

/** Asks anew for what a change made stale. */
export function useRefresh() {
  const client = useQueryClient();
  return (...changed: QueryKey[]) => {
    for (const queryKey of changed) void client.invalidateQueries({ queryKey });
  };
}

export function AskForm<const F extends Fields, Answer>(props: AskFormProps<F, Answer>) {
  const { action, fields = {} as F, send, lead, children, isWide = false, color, disabled = false } = props;
  const [values, setValues] = useState(() => initialOf(fields));
  const refresh = useRefresh();
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => send(values),
    onSuccess: (answer) => {
      if (props.isCleared) setValues(initialOf(fields));
      if (props.changes) refresh(props.changes);
      if (props.said !== undefined) notifications.show({ message: props.said });
      props.onDone?.(answer);
    },
  });
  const faults = fieldFaultsOf(error, fields);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isPending) mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {lead}
        {Object.entries(fields).map(([name, field]) => (
          <FieldInput
            key={name}
            field={field}
            value={values[name] as string | boolean}
            fault={faults.find((fault) => fault.name === name)?.words}
            set={(value) => {
              if (error) reset();
              setValues((before) => ({ ...before, [name]: value }));
            }}
          />
        ))}
        {children}
        {error && faults.length === 0 && <Fault error={error} />}
        <Group gap="sm">
          <Button
            type="submit"
            loading={isPending}
            fullWidth={isWide}
            size={isWide ? 'md' : 'sm'}
            disabled={typeof disabled === 'function' ? disabled(values) : disabled}
            {...(color !== undefined && { color })}
          >
            {typeof action === 'function' ? action(values) : action}
          </Button>
          {props.onKeep && (
            <Button variant="default" size={isWide ? 'md' : 'sm'} onClick={props.onKeep}>
              {often.keepIt}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
