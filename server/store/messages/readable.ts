// What keys may read: if its policy says so, a key reads only texts from and to recipients that it may write to. The
// reading statement checks this for each text, by the policy as it is then.

import { longestPrefix } from '../../domain/keys/key_policy.ts';

/** The conversation of a text, as SQL. */
export interface Conversation {
  accountId: string;
  addressNorm: string;
}

/** Each prefix that a list could have for a number. */
const prefixesOf = (addressNorm: string) =>
  Array.from({ length: longestPrefix }, (_, digit) => `left(${addressNorm}, ${digit + 2}) || '*'`);

// A list is searched for the number, and then for all of its prefixes at once: to take the list apart for each text costs three
// times as much, and more than the text itself where it has hundreds of entries. Most lists that have a prefix have only one.
/** SQL: whether a policy keeps its key from writing to somebody. */
export const isBarredBy = (policy: string, { accountId, addressNorm }: Conversation): string => {
  const [list, first] = [`${policy}->'recipients'`, `${policy}->'recipients'->>0`];
  return `case ${first}
        when 'any' then false
        when 'writers' then (
          select true from message
          where account_id = ${accountId} and address_norm = ${addressNorm} and direction = 'in' limit 1
        ) is null
        else not (
          ${list} ? ${addressNorm}
          or right(${first}, 1) = '*' and starts_with(${addressNorm}, rtrim(${first}, '*'))
          or ${list} ?| array[${prefixesOf(addressNorm).join(', ')}]
        )
      end`;
};

/**
 * SQL: whether a key, as SHA-256 in hex, may read a conversation of its account. A key that no longer works may read
 * none.
 */
export const mayRead = (keyHash: string, conversation: Conversation): string => `exists (
      select from api_key reader
      where reader.hash = decode(${keyHash}, 'hex') and reader.account_id = ${conversation.accountId} and reader.revoked_at is null
        and (reader.policy->>'reads' is distinct from 'known' or not ${isBarredBy('reader.policy', conversation)})
    )`;

/**
 * SQL: the same for a text, in a statement that also reads without a key: then the hash is null, and all may be read.
 */
export const isReadable = (keyHash: string, text: string): string =>
  `(${keyHash} is null or ${mayRead(keyHash, ofText(text))})`;

/** The conversation of a row of texts. */
export const ofText = (text: string): Conversation => ({
  accountId: `${text}.account_id`,
  addressNorm: `${text}.address_norm`,
});
