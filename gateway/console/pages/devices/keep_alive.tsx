// How a phone is made to keep the app alive: what is done on every phone, and on those of its maker.
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { devices as say } from '../../words/en/devices.ts';
import { makerOf, makers, onEveryPhone } from './makers.ts';

/** The steps for a phone, by what it says of its model; another maker can be chosen. */
export function KeepAlive({ model }: { model: string | null }) {
  const [name, setName] = useState(makerOf(model)?.name ?? '');
  const steps = makers.find((maker) => maker.name === name)?.steps() ?? [];
  return (
    <div className="keep-alive">
      <p>{say.keepAliveWhy}</p>
      <NativeSelect
        label={say.maker}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data={[
          ...makers.map(({ name }) => ({ value: name, label: name })),
          { value: '', label: say.otherMaker },
        ]}
      />
      <ol>
        {[...onEveryPhone(), ...steps].map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p className="quiet">
        {say.otherNames}{' '}
        <a className="link" href="/docs/phones#keep-the-app-alive">
          {say.allMakers}
        </a>
      </p>
    </div>
  );
}
