// How Android is made to keep an app running, by the maker of the phone. The guide Phones says the same in English.
import type { phones as english } from '../en/phones.ts';

export const phones: typeof english = {
  every: {
    optimization:
      'Öffnen Sie in der App die Einstellungen, tippen Sie auf Battery optimization und erlauben Sie, was sie verlangt. Lassen Sie auf Home „Start on boot“ an.',
    unrestricted:
      'Öffnen Sie in den Einstellungen von Android Apps, SMSGate, Akku: Wählen Sie Uneingeschränkt.',
    unused:
      'Schalten Sie auf der Seite von SMSGate „App-Aktivität bei Nichtnutzung pausieren“ aus und lassen Sie die Benachrichtigungen an.',
  },
  samsung: {
    sleeping:
      'Einstellungen, Akku, Grenzen der Hintergrundnutzung, Nie schlafende Apps: Fügen Sie SMSGate hinzu.',
    unused:
      'Schalten Sie auf derselben Seite „Nicht verwendete Apps in den Ruhezustand“ aus. Ein Update von Android kann es wieder einschalten.',
  },
  xiaomi: {
    autostart:
      'Einstellungen, Apps, Apps verwalten, SMSGate: Schalten Sie Autostart ein und wählen Sie unter Energiesparmodus Keine Beschränkungen.',
    lock: 'Öffnen Sie die zuletzt benutzten Apps, halten Sie SMSGate gedrückt und tippen Sie auf das Schloss.',
  },
  huawei: {
    launch:
      'Einstellungen, Apps (oder Akku), App-Start, SMSGate: Schalten Sie „Automatisch verwalten“ aus und erlauben Sie dann alle drei: Auto-Start, sekundärer Start und Ausführung im Hintergrund.',
  },
  oppo: {
    background:
      'Einstellungen, Apps, SMSGate, Akkunutzung: Schalten Sie „Hintergrundaktivität zulassen“ und „Automatischen Start zulassen“ ein.',
    lock: 'Öffnen Sie die zuletzt benutzten Apps, tippen Sie auf das Menü von SMSGate und wählen Sie Sperren.',
  },
  vivo: {
    background:
      'Einstellungen, Akku, Stromverbrauch im Hintergrund, SMSGate: Wählen Sie „Nicht einschränken“ oder Hoch.',
    autostart: 'Einstellungen, Apps, Autostart: Schalten Sie SMSGate ein.',
  },
  pixel:
    'Was auf jedem Handy getan wird, genügt. Lassen Sie den Energiesparmodus aus oder das Handy am Ladegerät.',
  motorola: {
    standby:
      'Einstellungen, Akku, App-Standby-Optimierung, SMSGate: Schalten Sie „App optimiert“ aus, wenn Ihr Handy diese Seite hat.',
    launch:
      'Einstellungen, Akku, Auto-Start-Verwaltung: Erlauben Sie SMSGate, wenn Ihr Handy diese Seite hat.',
  },
};
