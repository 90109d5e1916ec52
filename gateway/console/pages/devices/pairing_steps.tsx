// What is done with a pairing code: the steps at an Android phone, or a line for the agent beside a modem.
import { Tabs } from '@mantine/core';
import type { Answer } from '../../api/ask.ts';
import { CopyLine } from '../../ui/copy_line.tsx';
import { Notice } from '../../ui/notice.tsx';
import { QrCode } from '../../ui/qr_code.tsx';
import { PhoneAddressAdvice } from './phone_address.tsx';

export type PairingCode = Answer<'POST /devices/pairing-codes'>;

/** As it is read aloud and typed: 12345 67890. */
const grouped = (code: string) => `${code.slice(0, 5)} ${code.slice(5)}`;

function PhoneSteps({ code, phone }: PairingCode) {
  if (phone === null)
    return (
      <Notice title="No phone can pair here yet">
        <p>
          Phones need a phones hub, and this service runs none. Start one, and name it to the gateway.{' '}
          <a className="link" href="/docs/phones#more-phones-more-hubs">
            How to run one
          </a>
        </p>
      </Notice>
    );
  return (
    <>
      {phone.advice !== null && <PhoneAddressAdvice url={phone.url} advice={phone.advice} />}
      <p>
        Install the app SMS Gateway for Android (1.66.2 or newer) on the phone.{' '}
        <a className="link" href="/docs/phones#three-steps">
          Where to get it
        </a>
      </p>
      <ol className="pairing-steps">
        {phone.steps.map(({ text, value }) => (
          <li key={text}>
            {text}
            {value === code && <CopyLine text={code} shown={grouped(code)} label="the code" isLarge />}
            {value !== null && value !== code && <CopyLine text={value} label="the address" isLarge />}
          </li>
        ))}
      </ol>
    </>
  );
}

const AgentLines = ({ qr, commands, advice }: PairingCode) => (
  <div className="pairing">
    <div>
      <QrCode text={qr} label="The line for the agent as a QR code" />
    </div>
    <div className="pairing-words">
      <p>
        <strong>A modem, or a phone with an agent beside it:</strong> run one of these lines on the machine
        that it is at.
      </p>
      {commands.map((command) => (
        <CopyLine key={command} text={command} label="the command" />
      ))}
      <p>
        <strong>An agent in Termux on a phone:</strong> scan the code with the phone’s camera, and paste into
        Termux what it holds.{' '}
        <a className="link" href="/docs/devices#install-and-pair">
          How to install it
        </a>
      </p>
      {advice && <p className="quiet">{advice}</p>}
    </div>
  </div>
);

export const PairingSteps = ({ pairing }: { pairing: PairingCode }) => (
  <Tabs defaultValue="phone" keepMounted={false}>
    <Tabs.List mb="md">
      <Tabs.Tab value="phone">An Android phone</Tabs.Tab>
      <Tabs.Tab value="agent">A modem</Tabs.Tab>
    </Tabs.List>
    <Tabs.Panel value="phone">
      <PhoneSteps {...pairing} />
    </Tabs.Panel>
    <Tabs.Panel value="agent">
      <AgentLines {...pairing} />
    </Tabs.Panel>
  </Tabs>
);
