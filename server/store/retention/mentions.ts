// Whether words name a number, in whatever form: formats differ, so that its last digits are searched for among all digits.

const digits = (text: string) => `regexp_replace(${text}, '[^0-9]+', '', 'g')`;

/** SQL: whether `words` name a number. */
export const mentions = (words: string, number: string): string => {
  return `case when length(${digits(number)}) < 7 then strpos(${words}, ${number}) > 0
      else strpos(${digits(words)}, right(${digits(number)}, 8)) > 0 end`;
};

/** SQL: whether a sender as a carrier wrote it is the recipient of the request `e`: a plus, zeros or signs may be there or not. */
export const isRecipient = (sender: string): string => `(${sender} = any (e.addresses) or exists (
      select from unnest(e.addresses) a (address) where length(${digits('a.address')}) >= 7
        and ltrim(${digits(sender)}, '0') = ${digits('a.address')}))`;

/** SQL: whether they name the recipient of the request `e`. */
export const namesRecipient = (words: string): string =>
  `exists (select from unnest(e.addresses) a (address) where ${mentions(words, 'a.address')})`;
