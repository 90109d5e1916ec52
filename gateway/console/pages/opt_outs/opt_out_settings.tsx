// Which words mean stop besides the usual ones, and what is answered.
import { Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { AskForm } from '../../ui/form.tsx';
import { AdminSection } from '../../ui/section.tsx';
import { Pending } from '../../ui/state.tsx';
import { type OptOutSettings, optOutsPath, settingsQuery } from './opt_out_queries.ts';

const answers = [
  { name: 'stop_answer', label: 'Answer to STOP', hint: 'The one text that still goes to who wrote STOP.' },
  { name: 'start_answer', label: 'Answer to START', hint: '' },
  { name: 'help_answer', label: 'Answer to HELP', hint: 'Who you are, and that STOP ends the texts.' },
] as const;

interface FormProps {
  account: number;
  value: OptOutSettings;
  canChange: boolean;
}

function SettingsForm({ account, value, canChange }: FormProps) {
  const client = useQueryClient();
  const [words, setWords] = useState(value.stop_words.join(', '));
  const [texts, setTexts] = useState<Omit<OptOutSettings, 'stop_words'>>(value);
  const send = () => {
    const stopWords = words
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean);
    const body = { ...texts, stop_words: stopWords };
    return ask<OptOutSettings>(`${optOutsPath}/settings`, { method: 'PUT', account, body });
  };
  return (
    <AskForm
      action="Save"
      disabled={!canChange}
      send={send}
      onDone={(kept) => {
        client.setQueryData(settingsQuery(account).queryKey, kept);
        setWords(kept.stop_words.join(', '));
        notifications.show({ message: 'The settings are saved.' });
      }}
    >
      <TextInput
        label="Further words for STOP"
        description="Of your recipients’ language, with commas between; at most 20."
        readOnly={!canChange}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      {answers.map(({ name, label, hint }) => (
        <Textarea
          key={name}
          label={label}
          {...(hint !== '' && { description: hint })}
          placeholder="No answer"
          autosize
          maxLength={320}
          readOnly={!canChange}
          value={texts[name] ?? ''}
          onChange={(event) => setTexts({ ...texts, [name]: event.currentTarget.value || null })}
        />
      ))}
    </AskForm>
  );
}

export function OptOutSettingsSection({ account, isAdmin }: { account: number; isAdmin: boolean }) {
  const query = useQuery(settingsQuery(account));
  const { data } = query;
  return (
    <AdminSection
      isAdmin={isAdmin}
      title="Words and answers"
      lead="STOP, UNSUBSCRIBE, CANCEL, END, QUIT and their like are always obeyed. Answers are texts that count; each person gets one of a kind a day."
    >
      <Pending of={query} />
      {data && <SettingsForm key={account} account={account} value={data} canChange={isAdmin} />}
    </AdminSection>
  );
}
