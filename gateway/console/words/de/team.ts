// The people of an account.
import type { team as english } from '../en/team.ts';

export const team: typeof english = {
  leaveWhy:
    'Sie verlieren innerhalb einer Sekunde den Zugang. Schlüssel und Geräte des Kontos bleiben, wie sie sind.',
  removeWhy:
    'Die Person verliert innerhalb einer Sekunde den Zugang. Schlüssel und Geräte des Kontos bleiben, wie sie sind.',
  invitedUntil: 'Eingeladen. Der Link gilt bis {at}',
  linkToThem: 'Senden Sie ihn so, dass nur die Person ihn lesen kann. Er gilt einmal.',
  linkToOwner: 'Senden Sie ihn dem Inhaber so, dass nur er ihn lesen kann. Er gilt einmal.',
  roles: { viewer: 'Leser', member: 'Mitglied', admin: 'Admin', owner: 'Inhaber' },
  meaning: {
    viewer: 'Liest, kann aber nicht senden',
    member: 'Sendet und liest',
    admin: 'Verwaltet auch Geräte, Schlüssel, Personen und den Tarif',
    owner: 'Kann alles',
  },
  roleOf: (name: string) => `Rolle von ${name}`,
  leave: 'Verlassen',
  leaveTitle: 'Dieses Konto verlassen?',
  removeOf: (name: string) => `${name} entfernen?`,
  withdraw: 'Zurückziehen',
  invitationOf: (email: string) => `Einladung von ${email}`,
  withdrawTitle: 'Einladung zurückziehen?',
  withdrawWhy: 'Ihr Link gilt nicht mehr.',
  you: '(Sie)',
  invite: 'Jemanden einladen',
  inviteHelp: 'Die Einladung gilt nur für diese Adresse, mit der sich die Person anmeldet.',
  role: 'Rolle',
  roleHelp:
    'Leser lesen nur. Mitglieder senden auch. Admins verwalten auch Geräte, Schlüssel, Personen und den Tarif.',
  invitationMailed: 'Die Einladung ist per Mail unterwegs.',
  invitationLink: 'Der Einladungslink',
  lead: 'Die Personen, die mit diesem Konto arbeiten, und was jede von ihnen darf.',
};
