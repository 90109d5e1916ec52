// The words of mails in German.
import type { SecurityEventKind } from '../../../store/users/users.ts';
import { conversationsOf, digestText, type en, saidIn } from './en.ts';

const said = (atMs: number) =>
  `${new Intl.DateTimeFormat('de', { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' }).format(atMs)} UTC`;

const changes: Readonly<Record<SecurityEventKind, string>> = {
  new_password: 'Ihr Passwort wurde geändert.',
  new_password_without_passkeys: 'Ihr Passwort wurde geändert, und Ihre Passkeys wurden entfernt.',
  passkey_added: 'Ein Passkey wurde hinzugefügt. Wer ihn hat, kann sich ohne Ihr Passwort anmelden.',
  passkey_removed: 'Ein Passkey wurde entfernt.',
  second_factor_on: 'Der zweite Faktor wurde eingeschaltet.',
  second_factor_off: 'Der zweite Faktor wurde ausgeschaltet.',
  new_start:
    'Der Betreiber des Dienstes hat Ihre Anmeldung zurückgesetzt. Sie haben ein neues Passwort; Ihr zweiter Faktor und Ihre Passkeys wurden entfernt.',
  new_email: 'Ihre E-Mail-Adresse wurde geändert.',
  forgotten_password:
    'Sie haben mit dem Link, den wir Ihnen gemailt haben, ein neues Passwort gesetzt. Sie wurden überall abgemeldet.',
};

export const de: typeof en = {
  invitation: (link) => ({
    subject: 'Einladung zu Textrelay',
    text: `Sie sind eingeladen, gemeinsam mit anderen SMS zu senden und zu lesen. Öffnen Sie diesen Link, um beizutreten. Er gilt einmal, sieben Tage lang:

${link}

Wenn Sie nicht wissen, worum es geht, können Sie diese Mail ignorieren.
`,
  }),

  verification: (link) => ({
    subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
    text: `Melden Sie sich bei Textrelay an, und öffnen Sie diesen Link im selben Browser, um zu bestätigen, dass diese Adresse Ihnen gehört. Er gilt einmal, einen Tag lang:

${link}

Wenn Sie das nicht angefordert haben, können Sie diese Mail ignorieren. Es ändert sich nichts.
`,
  }),

  newPassword: (link) => ({
    subject: 'Neues Passwort für Textrelay',
    text: `Jemand hat für diese Adresse ein neues Passwort angefordert. Öffnen Sie diesen Link, um eines zu setzen. Er gilt einmal, eine halbe Stunde lang:

${link}

Wenn Sie es nicht waren, können Sie diese Mail ignorieren. Ihr Passwort bleibt, wie es ist.
`,
  }),

  moved: (now) => ({
    subject: 'Ihre E-Mail-Adresse bei Textrelay wurde geändert',
    text: `Ab jetzt melden Sie sich mit ${now} an und nicht mehr mit dieser Adresse.

Wenn Sie das nicht waren, wenden Sie sich sofort an den Betreiber des Dienstes.
`,
  }),

  signIn: (atMs, address) => ({
    subject: 'Neue Anmeldung bei Textrelay',
    text: `Am ${said(atMs)} hat sich jemand mit Ihrem Zugang angemeldet, von ${address}.

Wenn Sie es waren, ist nichts zu tun. Wenn nicht, ändern Sie Ihr Passwort: Damit werden alle anderen Browser abgemeldet.
`,
  }),

  change: (kind, atMs, address) => ({
    subject: 'Ihre Anmeldung bei Textrelay wurde geändert',
    text: `${changes[kind]} Das geschah am ${said(atMs)}, von ${address}.

Wenn Sie es nicht waren, ändern Sie Ihr Passwort, und entfernen Sie die Passkeys, die Sie nicht kennen. Wenn Sie sich nicht mehr
anmelden können, bitten Sie den Betreiber des Dienstes, Ihre Anmeldung zurückzusetzen.
`,
  }),

  digest: (news) => ({
    subject:
      conversationsOf(news) === 1
        ? 'Eine Unterhaltung wartet auf Antwort'
        : `${conversationsOf(news)} Unterhaltungen warten auf Antwort`,
    text: `${digestText(news, {
      conversation: ({ who, unread, atMs }) =>
        `${who}: ${unread === 1 ? 'eine neue SMS' : `${unread} neue SMS`}, ${saidIn('de', news.zone, atMs)}`,
      more: (n) => (n === 1 ? 'Und eine weitere Unterhaltung.' : `Und ${n} weitere Unterhaltungen.`),
    })}


Sie bekommen diese Mail ${news.isHourly ? 'jede Stunde' : 'jeden Morgen'}, wenn es etwas Neues gibt. Wie oft, wählen Sie in Ihren Einstellungen:

${news.settings}
`,
  }),
};
