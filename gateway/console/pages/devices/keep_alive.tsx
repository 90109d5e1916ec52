// How a phone is made to keep the app alive: what is done on every phone, and on those of its maker.
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { makerOf, makers, onEveryPhone } from './makers.ts';

const other = 'Another maker';

/** The steps for a phone, by what it says of its model; another maker can be chosen. */
export function KeepAlive({ model }: { model: string | null }) {
  const [name, setName] = useState(makerOf(model)?.name ?? other);
  const steps = makers.find((maker) => maker.name === name)?.steps ?? [];
  return (
    <div className="keep-alive">
      <p>
        Android ends apps that run for long, to save the battery. Exempt the app from that once, and the phone
        stays connected. The app is called SMSGate on the phone.
      </p>
      <NativeSelect
        label="Maker of the phone"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data={[...makers.map((maker) => maker.name), other]}
      />
      <ol>
        {[...onEveryPhone, ...steps].map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p className="quiet">
        The pages may be called a little differently on your phone: search its settings for “battery”.{' '}
        <a className="link" href="/docs/phones#keep-the-app-alive">
          All makers
        </a>
      </p>
    </div>
  );
}
