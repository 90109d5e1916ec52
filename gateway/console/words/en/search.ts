// One search for people, conversations and texts.
import { inLanguage } from '../language.ts';

export const search = inLanguage('search', {
  to: 'To {who}',
  from: 'From {who}',
  nothing: 'Nothing found',
  notInNewest: 'None of the newest texts has these words.',
  nowhere: 'No person, number or text has these words.',
  further: 'Look further back',
  lead: 'People by name, conversations by any part of a number, and texts by their words.',
  searchFor: 'Search for',
  hint: 'A name, digits or words',
  searchAction: 'Search',
});
