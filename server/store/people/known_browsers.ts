// Browsers in which people have signed in. Whoever knows an e-mail address can fail in its name from anywhere, but not from
// there.
import type { Database } from '../postgres/database.ts';
import { bool, int8, text } from '../postgres/kinds.ts';
import { statement } from '../postgres/statement.ts';

/** Browsers of one person that are known; a further one takes the place of the one that signed in longest ago. */
const mostOfPerson = 20;

const knows = statement({
  takes: { tokenHash: text, email: text.orNull, personId: int8.orNull },
  gives: { isKnown: bool('exists (select from whose)') },
  expects: 'one',
  text: ({ tokenHash, email, personId, row }) => `
with whose as (
  select from known_browser k join person p on p.id = k.person_id
  where k.token_hash = decode(${tokenHash}, 'hex') and (p.email = ${email} or p.id = ${personId})
)
select ${row}`,
});

/** What the steps below take: hashes of the new token, and of the one that the browser came with, or ''. */
export const browserTakes = { browserHash: text, formerBrowserHash: text };

/** The steps of a statement that make the browser known that the person of `proof` signs in with. */
export const knowBrowser = (
  names: { [Name in keyof typeof browserTakes]: string },
  now: string,
) => `browser as (
  insert into known_browser (person_id, token_hash, signed_in_at)
  select person_id, decode(${names.browserHash}, 'hex'), ${now} from proof
), former_browser as (
  delete from known_browser k using proof
  where k.person_id = proof.person_id and (k.token_hash = decode(${names.formerBrowserHash}, 'hex') or k.token_hash in (
    select b.token_hash from known_browser b where b.person_id = proof.person_id
    order by b.signed_in_at desc, b.token_hash offset ${mostOfPerson - 1}
  ))
)`;

/** The step of a statement that forgets the browsers of which `condition` holds. */
export const forgetBrowsers = (condition: string) => `strange_again as (
  delete from known_browser where ${condition}
)`;

/** Prepares the look-up. */
export function prepareKnownBrowsers({ reads }: Database) {
  return {
    /** True for a browser in which this person has signed in before; `tokenHash` is SHA-256 in hex. */
    isKnownBrowser: async (
      tokenHash: string,
      by: { email: string } | { personId: bigint },
    ): Promise<boolean> => {
      const whose = { email: null, personId: null, ...by };
      return (await knows.run(reads, { tokenHash, ...whose }))[0]?.isKnown ?? false;
    },
  };
}
