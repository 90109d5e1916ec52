// What there is to read under /docs, in the groups and in the order in which it is listed. A guide's file and path have
// its name.

/** One line of the contents. */
export interface Entry {
  path: string;
  title: string;
  /** What a reader finds there. */
  about: string;
  /** The guide's file without its ending; absent for pages that are made of other things. */
  guide?: string;
}

interface Group {
  title: string;
  entries: readonly Entry[];
}

const guide = (name: string, title: string, about: string): Entry => {
  return { path: `/docs/${name}`, title, about, guide: name };
};

export const frontPath = '/docs';
export const referencePath = '/docs/reference';

export const groups: readonly Group[] = [
  {
    title: 'Start',
    entries: [
      { path: frontPath, title: 'Your first text', about: 'Send one, and read the reply.' },
      guide('console', 'Console', 'The pages for people: texts, devices, keys, plans.'),
    ],
  },
  {
    title: 'Guides',
    entries: [
      guide('devices', 'Devices', 'Pair a modem or a phone, and keep it going.'),
      guide('phones', 'Phones', 'Any Android phone, by an address and a code.'),
      guide('carriers', 'Carriers', 'Texts through a carrier, by SMPP or HTTP.'),
      guide('ai-agents', 'AI agents', 'Ask a person and wait, and what agents read.'),
      guide('clients', 'Client libraries', 'Send, ask and read, in your program’s language.'),
      guide('webhooks', 'Webhooks', 'Replies and receipts brought to your program.'),
      guide('incoming-webhooks', 'Incoming webhooks', 'Alerts, monitors and builds as texts.'),
      guide('scheduling', 'Scheduling', 'A time for each text, and quiet hours.'),
      guide('broadcasts', 'Broadcasts', 'One text to many people, sent by the service.'),
      guide('opt-outs', 'Opt-outs', 'STOP and START, and who wants no texts.'),
      guide('contacts', 'Contacts', 'Numbers by name, groups, files of them, and the search.'),
      guide('twilio', 'Twilio', 'Programs that were written for Twilio.'),
      guide('smsgate', 'SMSGate', 'Programs that were written for SMS Gateway for Android.'),
    ],
  },
  {
    title: 'Reference',
    entries: [
      { path: referencePath, title: 'API reference', about: 'Every endpoint, to read and to try.' },
      guide('grpc', 'gRPC', 'The same calls over gRPC, gRPC-Web and Connect.'),
      guide('glossary', 'Glossary', 'The words, and what each means here.'),
    ],
  },
  {
    title: 'Operate',
    entries: [
      guide('installing', 'Installing', 'As a package, as services, in containers.'),
      guide('deployment', 'Deployment', 'From a laptop to a service that others rely on.'),
      guide('operations', 'Operations', 'Health, upgrades and what to do when.'),
      guide('limits', 'Limits', 'What bounds each thing that grows.'),
      guide('backup', 'Backup', 'Copies of the database, and what a restore does.'),
      guide('retention', 'Data retention', 'How long texts are kept, and what is deleted.'),
      guide('configuration', 'Configuration', 'Every variable, its meaning and its default.'),
      guide('upgrades', 'Upgrades', 'What a version promises, and how to upgrade.'),
      guide('scaling', 'Scaling', 'Disk, log and vacuum by size, and past one machine.'),
      guide('performance', 'Performance', 'What was measured, and how.'),
    ],
  },
  {
    title: 'Project',
    entries: [
      guide('contributing', 'Contributing', 'Work on the service itself.'),
      guide('decisions', 'Decisions', 'What was decided, and why.'),
      guide('dependencies', 'Dependencies', 'Each package, and why it is there.'),
    ],
  },
];

/** Everything in the order of the groups. */
export const entries: readonly Entry[] = groups.flatMap((group) => group.entries);

/** The guides by name. */
export const guideNames: readonly string[] = entries.flatMap((entry) => entry.guide ?? []);
