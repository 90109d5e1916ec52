// A modem or phone that gammu-smsd looks after, spoken to through the daemon's folders: the driver's entry.
import { makeValidator } from 'envalid';
import { defineDriver } from './driver.ts';
import { diagnoseSmsd } from './gammu/diagnose.ts';
import { SmsdDriver } from './gammu/smsd_driver.ts';

const file = makeValidator((input: string): string => {
  if (!input.startsWith('/')) throw new Error('must be a path such as /etc/gammu-smsdrc');
  return input;
});

const variables = {
  TEXTRELAY_AGENT_SMSD_CONFIG: file({
    default: '/etc/gammu-smsdrc',
    desc: 'configuration of gammu-smsd, whose folders are used [/etc/gammu-smsdrc]',
  }),
};

/** The gammu-smsd driver's entry in the registry. */
export const gammuSmsdDriver = defineDriver({
  name: 'gammu-smsd',
  summary: 'a modem or phone that gammu-smsd looks after, through its folders',
  variables,
  create: (context) => new SmsdDriver(context, context.settings.TEXTRELAY_AGENT_SMSD_CONFIG),
  diagnose: (context, show) => diagnoseSmsd(context, context.settings.TEXTRELAY_AGENT_SMSD_CONFIG, show),
});
