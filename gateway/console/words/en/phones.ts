// How Android is made to keep an app running, by the maker of the phone. The guide Phones says the same in English.
import { inLanguage } from '../language.ts';

export const phones = inLanguage('phones', {
  every: {
    optimization:
      'In the app, open Settings, tap Battery optimization, and allow what it asks for. On Home, leave Start on boot on.',
    unrestricted: 'In Android’s settings, open Apps, SMSGate, Battery: choose Unrestricted.',
    unused:
      'On the page of SMSGate, switch off “Pause app activity if unused”, and leave its notifications on.',
  },
  samsung: {
    sleeping: 'Settings, Battery, Background usage limits, Never sleeping apps: add SMSGate.',
    unused:
      'On the same page, switch off “Put unused apps to sleep”. An update of Android may switch it on again.',
  },
  xiaomi: {
    autostart:
      'Settings, Apps, Manage apps, SMSGate: switch on Autostart, and choose No restrictions under Battery saver.',
    lock: 'Open the recent apps, hold SMSGate, and tap the lock.',
  },
  huawei: {
    launch:
      'Settings, Apps (or Battery), App launch, SMSGate: switch off “Manage automatically”, then allow all three: auto-launch, secondary launch, and run in background.',
  },
  oppo: {
    background:
      'Settings, Apps, SMSGate, Battery usage: switch on “Allow background activity” and “Allow auto launch”.',
    lock: 'Open the recent apps, tap the menu of SMSGate, and choose Lock.',
  },
  vivo: {
    background: 'Settings, Battery, Background power consumption, SMSGate: choose “Don’t restrict”, or High.',
    autostart: 'Settings, Apps, Autostart: switch on SMSGate.',
  },
  pixel: 'The steps for every phone are enough. Keep Battery Saver off, or the phone plugged in.',
  motorola: {
    standby:
      'Settings, Battery, App standby optimiser, SMSGate: switch off “App optimised”, if your phone has this page.',
    launch: 'Settings, Battery, Auto-launch management: allow SMSGate, if your phone has this page.',
  },
});
