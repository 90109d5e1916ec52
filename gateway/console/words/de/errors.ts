// What went wrong, in the words of a person.

import type { errors as english } from '../en/errors.ts';
import { number } from '../formats.ts';
import { plural } from './plural.ts';

export const errors: typeof english = {
  seconds: (n: number) => `${number(n)} s`,
  minutes: (n: number) => `${plural(n, 'Minute', 'Minuten')}`,
  hours: (n: number) => `${plural(n, 'Stunde', 'Stunden')}`,
  general: {
    already_exists: 'Das gibt es schon.',
    approval_not_pending: 'Über diese SMS lässt sich nichts mehr entscheiden.',
    forbidden: 'Ihre Rolle erlaubt das nicht.',
    invalid_request: 'Etwas davon wurde nicht angenommen.',
    not_cancellable: 'Sie kann nicht mehr abgebrochen werden.',
    not_found: 'Das wurde nicht gefunden.',
    unavailable: 'Der Dienst kann gerade nicht antworten. Versuchen Sie es gleich noch einmal.',
    wrong_credentials: 'Das stimmt nicht. Prüfen Sie Ihre Eingabe.',
  },
  rules: {
    most: (n: number) => `darf höchstens ${plural(n, 'Zeichen', 'Zeichen')} haben`,
    span: (least: number, most: number) => `muss ${number(least)} bis ${number(most)} Zeichen haben`,
  },
  serviceSays: (words: string, sentence: string) => `${words} Der Dienst sagt auf Englisch: „${sentence}“`,
  reasons: {
    required: 'fehlt',
    empty: 'darf nicht leer sein',
    not_an_email: 'muss eine E-Mail-Adresse sein',
    wrong_length: 'ist zu kurz oder zu lang',
    not_a_name: 'muss 1 bis 64 Buchstaben, Ziffern, Punkte, Bindestriche und Unterstriche haben',
    not_an_address: 'muss eine Adresse sein, die mit https:// beginnt',
    too_long: 'ist zu lang',
    not_https: 'muss mit https:// beginnen',
    not_public:
      'ist nicht öffentlich. Der Betreiber dieses Dienstes kann sie mit TEXTRELAY_WEBHOOK_ALLOW_PRIVATE erlauben',
    has_credentials: 'darf keinen Benutzer und kein Passwort enthalten',
    other: 'wurde so nicht angenommen',
  },
  lines: {
    invalid_address: 'An diese Telefonnummer kann keine SMS gehen.',
    number_missing: 'Hier fehlt die Nummer.',
    name_missing: 'Hier fehlt der Name.',
    quote_open: 'Ein Anführungszeichen ist nicht geschlossen.',
    card_open: 'Diese vCard hat kein Ende.',
    repeated: 'Diese Nummer steht schon in einer früheren Zeile.',
    too_long: 'Hier ist etwas zu lang.',
    too_many_groups: 'Das sind mehr Gruppen, als ein Kontakt oder ein Konto haben darf.',
    contacts_full: 'Dieses Konto hat so viele Kontakte, wie es haben darf.',
  },
  answered: (status: number) => `Der Dienst antwortete mit ${number(status)}.`,
  noAnswer: 'Der Dienst ist nicht erreichbar.',
  cutOff: 'Die Antwort wurde abgeschnitten.',
  signedOut: 'Sie wurden abgemeldet. Melden Sie sich wieder an, um fortzufahren.',
  tryAgainIn: (words: string, time: string) => `${words} Versuchen Sie es in ${time} erneut.`,
  brokenPage: 'Auf dieser Seite ist etwas schiefgegangen. Bitte laden Sie sie neu.',
  signedOutMeanwhile: 'Sie wurden abgemeldet. Es geht weiter, sobald Sie wieder angemeldet sind.',
  tooFast: (seconds: number) =>
    `Schneller darf dieses Konto nicht senden. Es geht in ${number(seconds)} s weiter.`,
  goesOn: 'Der Dienst ist nicht erreichbar. Es geht von selbst weiter, sobald er zurück ist.',
  refusals: {
    account_suspended:
      'Der Betreiber dieses Dienstes hat das Konto gesperrt. Nichts wird gesendet, bis er es freigibt.',
    billing_disabled:
      'Hier kann nichts bezahlt werden. Fragen Sie den Betreiber dieses Dienstes nach einem Tarif.',
    cap_reached: 'Die SMS dieses Monats sind verbraucht. Ein größerer Tarif hat mehr.',
    consumer_busy: 'Gerade liest ein anderes Programm davon.',
    exempt_account: 'Dieses Konto zahlt nichts, also gibt es keinen Tarif zu ändern.',
    invalid_address: 'An diese Telefonnummer kann keine SMS gehen.',
    incoming_webhook_budget_reached: 'Die SMS dieses eingehenden Webhooks für diese Stunde sind verbraucht.',
    key_budget_reached: 'Die SMS dieses Schlüssels für diese Stunde oder diesen Tag sind verbraucht.',
    key_ended: 'Dieser Schlüssel ist abgelaufen.',
    key_scope: 'Dieser Schlüssel darf das nicht.',
    last_owner: 'Ein Konto braucht einen Inhaber. Machen Sie zuerst jemand anderen zum Inhaber.',
    link_expired: 'Dieser Link funktioniert nicht mehr: Er wurde schon benutzt oder ist abgelaufen.',
    loop_suspected:
      'Hier scheinen zwei Programme einander zu antworten. Warten Sie fünf Minuten und schreiben Sie dann wieder.',
    no_plan: 'Dieses Konto hat noch keinen Tarif. Wählen Sie einen unter „Abrechnung“.',
    no_route: 'Es ist nichts verbunden, das sie senden könnte.',
    no_subscription: 'Der Tarif dieses Kontos ist beendet. Wählen Sie einen unter „Abrechnung“.',
    opted_out: 'Diese Person hat STOP geschrieben: Sie möchte keine SMS von Ihnen.',
    payment_error: 'Der Zahlungsanbieter hat es nicht angenommen. Versuchen Sie es gleich noch einmal.',
    platform_key_scope: 'Der Schlüssel einer Plattform darf das nicht.',
    reauthentication_required: 'Bestätigen Sie, dass Sie es sind, und versuchen Sie es dann erneut.',
    rate_limited: 'Das war zu oft in kurzer Zeit.',
    recipient_not_allowed: 'Dieser Schlüssel darf nicht an diese Nummer schreiben.',
    sender_not_allowed: 'Dieser Schlüssel darf von dort nicht senden.',
    unknown_plan: 'Es gibt keinen Tarif mit diesem Namen.',
  },
};
