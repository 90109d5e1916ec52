// How long the pages of lists are.

/** Most entries of a page, and how many there are unless somebody says. */
interface PageSize {
  most: number;
  usual: number;
}

/** The entries of a page that is asked for with `limit`; 0 leaves it to us. */
export const entriesOf = (limit: number, { most, usual }: PageSize): number =>
  Math.min(limit === 0 ? usual : limit, most);
