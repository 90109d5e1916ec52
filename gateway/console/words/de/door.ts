// The pages for people who are not signed in yet.

import type { door as english } from '../en/door.ts';
import { number } from '../formats.ts';

export const door: typeof english = {
  askOperator:
    'Fragen Sie den Betreiber des Dienstes. Er kann an der Befehlszeile mit <code>users reset</code> und Ihrer E-Mail-Adresse einen Link für Sie erstellen. Er gilt einmal, einen Tag lang.',
  resetFor: (email: string) =>
    `Wählen Sie ein neues Passwort für ${email}. Überall sonst werden Sie abgemeldet.`,
  invitedTo: (account: string, role: string) => `Sie wurden zu „${account}“ eingeladen. Ihre Rolle: ${role}.`,
  confirmTitle: 'E-Mail-Adresse bestätigen',
  signedInAs: (name: string) => `Sie sind als ${name} angemeldet.`,
  confirmDead:
    'Der Link wurde schon benutzt, ist abgelaufen, oder jemand anderes hat ihn angefordert. Fordern Sie in Ihren Einstellungen einen neuen an.',
  itIsMine: 'Das ist meine Adresse',
  incomplete: 'Dieser Link ist unvollständig. Bitte öffnen Sie den ganzen Link noch einmal.',
  confirmSignIn:
    'Melden Sie sich zuerst an, als die Person, die die Mail angefordert hat. Öffnen Sie dann den Link noch einmal.',
  toSignIn: 'Zur Anmeldung',
  oneMoment: 'Einen Moment',
  newPasswordTitle: 'Neues Passwort setzen',
  backToSignIn: 'Zurück zur Anmeldung',
  passkeyHint: 'Wenn Sie einen Passkey haben, können Sie sich damit ohne Passwort anmelden.',
  noMail: 'Dieser Dienst verschickt keine Mails und kann Ihnen daher keinen Link senden.',
  checkMail: 'Prüfen Sie Ihr Postfach',
  linkSent: (email: string) =>
    `Wenn sich jemand mit ${email} anmeldet, ist ein Link dorthin unterwegs. Er gilt einmal, eine halbe Stunde lang.`,
  noMailCame:
    'Nichts da? Sehen Sie im Spam-Ordner nach, und prüfen Sie die Adresse. Nur bestätigte Adressen bekommen einen Link. Fragen Sie sonst den Betreiber des Dienstes.',
  otherAddress: 'Andere Adresse verwenden',
  newPasswordLead: 'Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort wählen.',
  sendLink: 'Link senden',
  deadTitle: 'Dieser Link funktioniert nicht',
  deadPassword:
    'Er wurde schon benutzt, ein neuerer hat ihn ersetzt, oder er ist abgelaufen: Er gilt eine halbe Stunde.',
  askForNew: 'Neuen anfordern',
  passwordSet: 'Ihr neues Passwort ist gesetzt',
  passwordSetLead: 'Sie wurden überall abgemeldet. Melden Sie sich jetzt damit an.',
  allSessionsEnd: 'Sie werden überall abgemeldet. Ihr zweiter Faktor und Ihre Passkeys bleiben.',
  setPassword: 'Passwort setzen',
  passwordHelp: (least: number) =>
    `Mindestens ${number(least)} Zeichen. Ein paar ausgedachte Wörter sind gut.`,
  code: 'Code',
  or: 'oder',
  signIn: 'Anmelden',
  secondFactorLead:
    'Geben Sie den Code ein, den Ihre Authenticator-App gerade zeigt, oder einen Ihrer Wiederherstellungscodes.',
  nobodyYet:
    'Hier hat sich noch niemand registriert. Öffnen Sie den Link, den der Dienst beim Start ausgegeben hat.',
  forgotPassword: 'Passwort vergessen?',
  firstUser: 'Sie sind hier die erste Person und werden diesen Dienst betreiben.',
  yourSignIn: 'Ihre Anmeldung',
  anAccount: 'ein Konto',
  joinTitle: 'Einem Konto beitreten',
  joinAs: (name: string) => `Als ${name} beitreten`,
  welcome: 'Willkommen bei Textrelay',
  saveAndSignIn: 'Speichern und anmelden',
  signUp: 'Registrieren',
  yourName: 'Ihr Name',
  emailHelp: 'Damit melden Sie sich an.',
  deadInvitation:
    'Er wurde schon benutzt oder ist abgelaufen. Bitten Sie die Person, von der Sie ihn haben, um einen neuen.',
};
