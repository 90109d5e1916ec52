// The route of a text that names its sender, or whose key has one, as a rule of the statement that judges texts.

import { routeOfSender } from '../routes.ts';
import type { Given } from './judge_texts.ts';
import { nullRow } from './rule_steps.ts';

/** For batches in which no text has a sender. */
export const noSenderRule = nullRow({ route: 'text' });

/** The route is null if the account does not have that sender. */
export const senderRule = ({ carriers }: Given): string =>
  `select ${routeOfSender('coalesce(text.sender, key.sender)', 'text.account_id', carriers)} as route`;
