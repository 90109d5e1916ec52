// What is done with a pairing code: the steps at an Android phone, or a line for the agent beside a modem.
import { Tabs } from '@mantine/core';
import type { Answer } from '../../api/ask.ts';
import { CopyLine } from '../../ui/copy_line.tsx';
import { Notice } from '../../ui/notice.tsx';
import { devices as say } from '../../words/en/devices.ts';
import { inEnglish } from '../../words/english.ts';
import { served } from '../../words/language.ts';
import { Quoted } from '../../words/quoted.tsx';
import { Say } from '../../words/say.tsx';
import { PhoneAddressAdvice } from './phone_address.tsx';

export type PairingCode = Answer<'POST /devices/pairing-codes'>;

/** As it is read aloud and typed: 12345 67890. */
const grouped = (code: string) => `${code.slice(0, 5)} ${code.slice(5)}`;

function PhoneSteps({ code, phone }: PairingCode) {
  if (phone === null)
    return (
      <Notice title={say.noHub}>
        <p>
          {say.noHubHelp}{' '}
          <a className="link" href="/docs/phones#more-phones-more-hubs">
            {say.howToRun}
          </a>
        </p>
      </Notice>
    );
  return (
    <>
      {phone.advice !== null && (
        <PhoneAddressAdvice url={phone.url} advice={served(inEnglish(phone.advice), say.phoneAdvice)} />
      )}
      <p>
        {say.installApp}{' '}
        <a className="link" href="/docs/phones#three-steps">
          {say.whereToGet}
        </a>
      </p>
      <ol className="pairing-steps">
        {phone.steps.map(({ text, value, kind }) => (
          <li key={inEnglish(text)}>
            {kind === 'other' ? <Quoted words={text} /> : served(inEnglish(text), say.phoneSteps[kind])}
            {kind === 'pairing_code' && (
              <CopyLine text={code} shown={grouped(code)} label={say.theCode} isLarge />
            )}
            {kind === 'api_url' && <CopyLine text={phone.url} label={say.theAddress} isLarge />}
            {kind === 'other' && value !== null && <CopyLine text={value} label={value} isLarge />}
          </li>
        ))}
      </ol>
    </>
  );
}

const bold = (words: string) => <strong>{words}</strong>;

const AgentLines = ({ commands, advice }: PairingCode) => (
  <>
    <p>
      <Say words={say.agentSteps} parts={{ b: bold }} />{' '}
      <a className="link" href="/docs/devices#install-and-pair">
        {say.howToInstall}
      </a>
    </p>
    {commands.map((command) => (
      <CopyLine key={command} text={command} label={say.theCommand} />
    ))}
    {advice && <p className="quiet">{served(inEnglish(advice), say.agentAdvice)}</p>}
  </>
);

export const PairingSteps = ({ pairing }: { pairing: PairingCode }) => (
  <Tabs defaultValue="phone" keepMounted={false}>
    <Tabs.List mb="md">
      <Tabs.Tab value="phone">{say.aPhone}</Tabs.Tab>
      <Tabs.Tab value="agent">{say.aModem}</Tabs.Tab>
    </Tabs.List>
    <Tabs.Panel value="phone">
      <PhoneSteps {...pairing} />
    </Tabs.Panel>
    <Tabs.Panel value="agent">
      <AgentLines {...pairing} />
    </Tabs.Panel>
  </Tabs>
);
