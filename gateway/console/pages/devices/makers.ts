// How Android is made to keep an app alive, by the maker of the phone. The guide Phones says the same.

interface Maker {
  name: string;
  /** Fits the model as the app says it: the maker, a slash, the product. */
  fits: RegExp;
  steps: readonly string[];
}

/** What is done on every phone. */
export const onEveryPhone: readonly string[] = [
  'In the app, open Settings, tap Battery optimization, and allow what it asks for. On Home, leave Start on boot on.',
  'In Android’s settings, open Apps, SMSGate, Battery: choose Unrestricted.',
  'On the page of SMSGate, switch off “Pause app activity if unused”, and leave its notifications on.',
];

export const makers: readonly Maker[] = [
  {
    name: 'Samsung',
    fits: /^samsung\b/i,
    steps: [
      'Settings, Battery, Background usage limits, Never sleeping apps: add SMSGate.',
      'On the same page, switch off “Put unused apps to sleep”. An update of Android may switch it on again.',
    ],
  },
  {
    name: 'Xiaomi, Redmi, Poco',
    fits: /^(xiaomi|redmi|poco)\b/i,
    steps: [
      'Settings, Apps, Manage apps, SMSGate: switch on Autostart, and choose No restrictions under Battery saver.',
      'Open the recent apps, hold SMSGate, and tap the lock.',
    ],
  },
  {
    name: 'Huawei, Honor',
    fits: /^(huawei|honor)\b/i,
    steps: [
      'Settings, Apps (or Battery), App launch, SMSGate: switch off “Manage automatically”, then allow all three: auto-launch, secondary launch, and run in background.',
    ],
  },
  {
    name: 'OnePlus, Oppo, Realme',
    fits: /^(oneplus|oppo|realme)\b/i,
    steps: [
      'Settings, Apps, SMSGate, Battery usage: switch on “Allow background activity” and “Allow auto launch”.',
      'Open the recent apps, tap the menu of SMSGate, and choose Lock.',
    ],
  },
  {
    name: 'Vivo, iQOO',
    fits: /^(vivo|iqoo)\b/i,
    steps: [
      'Settings, Battery, Background power consumption, SMSGate: choose “Don’t restrict”, or High.',
      'Settings, Apps, Autostart: switch on SMSGate.',
    ],
  },
  {
    name: 'Google Pixel',
    fits: /^google\b/i,
    steps: ['What is done on every phone is enough. Leave Battery Saver off, or the phone at its charger.'],
  },
  {
    name: 'Motorola',
    fits: /^motorola\b/i,
    steps: [
      'Settings, Battery, App standby optimiser, SMSGate: switch off “App optimised”, if your phone has this page.',
      'Settings, Battery, Auto-launch management: allow SMSGate, if your phone has this page.',
    ],
  },
];

/** The maker of a model; undefined for one that is not listed. */
export const makerOf = (model: string | null): Maker | undefined =>
  makers.find(({ fits }) => model !== null && fits.test(model));
