// One search for people, conversations and texts.
import type { search as english } from '../en/search.ts';

export const search: typeof english = {
  to: 'An {who}',
  from: 'Von {who}',
  nothing: 'Nichts gefunden',
  notInNewest: 'Keine der neuesten SMS enthält diese Wörter.',
  nowhere: 'Keine Person, Nummer oder SMS enthält diese Wörter.',
  further: 'Weiter zurück suchen',
  lead: 'Personen nach Namen, Unterhaltungen nach einem Teil der Nummer und SMS nach ihrem Wortlaut.',
  searchFor: 'Suchen nach',
  hint: 'Ein Name, Ziffern oder Wörter',
  searchAction: 'Suchen',
};
