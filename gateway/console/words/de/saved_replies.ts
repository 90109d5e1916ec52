// The replies that an account keeps.
import type { savedReplies as english } from '../en/saved_replies.ts';

export const savedReplies: typeof english = {
  nameHelp: 'Unter diesem Namen finden Sie ihn.',
  changeOf: (name: string) => `„${name}“ ändern`,
  add: 'Textbaustein anlegen',
  title: 'Textbausteine',
  lead: 'Texte, die Sie oft schreiben. Alle in diesem Konto können in einer Unterhaltung einen wählen und vor dem Senden anpassen.',
  removeOf: (name: string) => `„${name}“ entfernen?`,
  removeWhy: 'Niemand in diesem Konto findet ihn danach noch. Schon gesendete SMS bleiben.',
  none: 'Noch keine Textbausteine',
  noneHelp: 'Speichern Sie, was Sie oft schreiben, etwa Öffnungszeiten oder den Weg zu Ihnen.',
};
