// The plans.

import type { billing as english } from '../en/billing.ts';
import { number } from '../formats.ts';
import { plural } from './plural.ts';

export const billing: typeof english = {
  perInterval: { month: 'pro Monat', year: 'pro Jahr' },
  textsAMonth: (n: number) => `${plural(n, 'SMS', 'SMS')} im Monat, egal wie lang`,
  switchTo: (plan: string) => `Zu ${plan} wechseln`,
  switching: {
    atOnce: 'Der Tarif wechselt sofort.',
    atOnceFree:
      'Der Tarif wechselt sofort. Jetzt wird nichts berechnet; die nächste Rechnung richtet sich nach dem neuen Preis.',
    atOnceFor: (amount: string) =>
      `Der Tarif wechselt sofort. Jetzt werden ${amount} für den Rest des Abrechnungszeitraums berechnet.`,
    byPayment: 'Weiter geht es bei der Zahlung. Vorher ändert sich nichts.',
  },
  dueNow: 'jetzt fällig',
  smallerThanUsed: (used: number, cap: number) =>
    `Diesen Monat sind ${plural(used, 'SMS', 'SMS')} verbraucht. Mit ${number(cap)} im Monat wird bis zum nächsten Monat nichts gesendet.`,
  usedOfSmaller: (used: number, cap: number) =>
    `Von seinen ${number(cap)} SMS haben Sie diesen Monat ${number(used)} verbraucht.`,
  toPayment: 'Weiter zur Zahlung',
  payment: 'Zahlung',
  renewsOn: 'Er verlängert sich am {at}.',
  endsOn: 'Er endet am {at}.',
  invoices: 'Rechnungen und Zahlungsart',
  yourPlan: 'Ihr Tarif',
  choosePlan: (plan: string) => `${plan} wählen`,
  thanks: 'Danke',
  received: 'Ihre Zahlung ist eingegangen. Der Tarif gilt in wenigen Augenblicken.',
  youAreOn: (plan: string) => `Sie haben jetzt ${plan}.`,
  nothingChanged: 'Nichts wurde geändert',
  left: 'Sie haben die Zahlung verlassen, und nichts wurde geändert. Sie können den Tarif jederzeit wieder wählen.',
  lead: 'Was Sie senden können und was es kostet.',
  unlimited: 'Dieses Konto hat kein Limit und zahlt nichts.',
  used: (used: number, cap: number) => `Diesen Monat sind ${number(used)} von ${number(cap)} SMS verbraucht.`,
  noPlan: 'Noch kein Tarif. Wählen Sie einen, um SMS zu senden.',
  notSold: 'Tarife können hier nicht gekauft werden: Der Betreiber dieses Dienstes legt sie fest.',
  adminsChange: 'Ein Admin dieses Kontos kann den Tarif ändern.',
};
