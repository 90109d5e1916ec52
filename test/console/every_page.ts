// Every page of the console.

/** Pages of an account, with the heading that says that they are there. */
export const accountPages: readonly (readonly [path: string, heading: string])[] = [
  ['', 'Overview'],
  ['/threads', 'Conversations'],
  ['/threads/%2B15005550006', '+15005550006'],
  ['/write', 'New text'],
  ['/texts', 'Messages'],
  ['/texts/1', 'Text 1'],
  ['/bulk', 'Send to a list'],
  ['/sendings', 'Sendings'],
  ['/figures', 'Figures'],
  ['/devices', 'Devices'],
  ['/answers', 'Saved replies'],
  ['/opt-outs', 'Opt-outs'],
  ['/contacts', 'Contacts'],
  ['/search?q=table', 'Search'],
  ['/keys', 'Keys'],
  ['/keys/1', 'Key 1'],
  ['/confirmations', 'Confirmations'],
  ['/webhooks', 'Webhooks'],
  ['/consumers', 'Consumers'],
  ['/plan', 'Plan'],
  ['/platforms', 'Linked platforms'],
  ['/people', 'People'],
  ['/settings', 'Settings'],
  ['/no-such-page', 'There is no page here'],
];

/** Pages of no account: of people who are not signed in, of the person, and of the operator. */
export const otherPages = [
  ['/sign-in', 'Sign in'],
  ['/sign-up', 'This link does not work'],
  ['/sign-up#token=nobody-has-it', 'This link does not work'],
  ['/after-payment?outcome=paid', 'Thank you'],
  ['/confirm-email#token=nobody-has-it', 'Confirm your e-mail address'],
  ['/confirm-text#token=nobody-has-it', 'This link does not work'],
  ['/forgot-password', 'Set a new password'],
  ['/new-password#token=nobody-has-it', 'This link does not work'],
  ['/me', 'My settings'],
  ['/operator/accounts', 'Accounts'],
  ['/operator/people', 'People'],
  ['/operator/carriers', 'Carriers'],
  ['/operator/numbers', 'Numbers'],
  ['/operator/platform-keys', 'Platform keys'],
  ['/operator/health', 'Health'],
] as const;
