// What keys may read: if its policy says so, a key reads only texts from and to recipients that it may write to. The
// reading statement checks this for each text, by the policy as it is then.

/** The conversation of a text, as SQL. */
export interface Conversation {
  accountId: string;
  addressNorm: string;
}

// A number that is listed is found without looking at each entry.
/** SQL: whether a policy keeps its key from writing to somebody. */
export const isBarredBy = (
  policy: string,
  { accountId, addressNorm }: Conversation,
): string => `case ${policy}->'recipients'->>0
        when 'any' then false
        when 'writers' then (
          select true from message
          where account_id = ${accountId} and address_norm = ${addressNorm} and direction = 'in' limit 1
        ) is null
        else not (${policy}->'recipients' ? ${addressNorm} or exists (
          select from jsonb_array_elements_text(${policy}->'recipients') as allowed (entry)
          where right(allowed.entry, 1) = '*' and starts_with(${addressNorm}, rtrim(allowed.entry, '*'))
        ))
      end`;

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
