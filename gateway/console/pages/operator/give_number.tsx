// Gives an account a number of a carrier.
import { NumberInput, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { base } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import { AskForm } from '../../ui/form.tsx';
import { numbersKey } from './number_queries.ts';

export function GiveNumberForm({ close }: { close: () => void }) {
  const client = useQueryClient();
  const [account, setAccount] = useState<number | string>('');
  const [carrier, setCarrier] = useState('');
  const [number, setNumber] = useState('');
  return (
    <AskForm
      action="Give the number"
      send={() =>
        ask(`${base}/operator/numbers`, {
          method: 'PUT',
          body: { account_id: Number(account), carrier, number },
        })
      }
      onDone={() => {
        void client.invalidateQueries({ queryKey: numbersKey });
        close();
      }}
    >
      <NumberInput
        label="The account’s id"
        required
        withAsterisk={false}
        data-autofocus
        hideControls
        allowDecimal={false}
        allowNegative={false}
        value={account}
        onChange={setAccount}
      />
      <TextInput
        label="Carrier"
        description="Its name in the carriers’ file."
        required
        withAsterisk={false}
        value={carrier}
        onChange={(event) => setCarrier(event.currentTarget.value)}
      />
      <TextInput
        label="Number"
        type="tel"
        required
        withAsterisk={false}
        value={number}
        onChange={(event) => setNumber(event.currentTarget.value)}
      />
    </AskForm>
  );
}
