// The replies that an account keeps.
import { inLanguage } from '../language.ts';

export const savedReplies = inLanguage('savedReplies', {
  nameHelp: 'You find it by this name.',
  changeOf: (name: string) => `Change “${name}”`,
  add: 'Save a reply',
  title: 'Saved replies',
  lead: 'Texts that you write often. Everybody in this account can pick one in a conversation, and edit it before sending.',
  removeOf: (name: string) => `Remove “${name}”?`,
  removeWhy: 'Nobody in this account will find it any more. Texts already sent are not affected.',
  none: 'No saved replies yet',
  noneHelp: 'Save what you write often, like your opening hours or how to find you.',
});
