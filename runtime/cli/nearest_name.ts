// Finds the known name that somebody meant when they typed another one: a name that differs only in case or in the
// signs between words, else the one that takes the fewest changes. The search soon gives up on a name that is far from
// all of them.

/** Longer than any name that is known. */
const maxTypedLength = 100;
/** A name is near when at most this share of its letters must be changed. */
const maxShare = 0.4;

/** The counters, so that no comparison needs memory of its own. */
const rows = [0, 1, 2].map(() => new Uint8Array(2 * maxTypedLength + 1));

const between = /[-_\s]/g;
const lowerOf = (name: string) => name.toLowerCase().replace(between, '_');
const plainOf = (name: string) => name.toLowerCase().replace(between, '');

/** A bit for each letter that a name has. A change of one letter changes two of them at most. */
function lettersOf(name: string): number {
  let letters = 0;
  for (let index = 0; index < name.length; index++) {
    const code = name.charCodeAt(index);
    const isBetween = code <= 0x20 || code === 0x2d || code === 0x5f;
    if (!isBetween) letters |= 1 << (code & 31);
  }
  return letters;
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/**
 * Makes a function that finds the known name with the fewest changes of letters; undefined when none is near.
 * `maxEdits` says how many a name may take.
 */
export function createNearest(
  known: readonly string[],
  maxEdits: (typed: string, name: string) => number,
): (typed: string) => string | undefined {
  const names = known.map((name) => ({
    name,
    plain: plainOf(name),
    lower: lowerOf(name),
    letters: lettersOf(name),
  }));
  return (typed) => {
    if (typed.length > maxTypedLength) return undefined;
    const letters = lettersOf(typed);
    let nearest: string | undefined;
    let fewest = Number.POSITIVE_INFINITY;
    for (const { name, plain, lower, letters: own } of names) {
      const most = Math.min(fewest - 1, maxEdits(typed, name));
      if (countBits(letters ^ own) > 2 * most) continue;
      const changes = plainOf(typed) === plain ? 0 : countChanges(lowerOf(typed), lower, most);
      if (changes <= most) [nearest, fewest] = [name, changes];
    }
    return nearest;
  };
}

/** The same for a list that is searched only once. */
export const nearestName = (typed: string, known: readonly string[]): string | undefined =>
  createNearest(known, ({ length }) => Math.floor(length * maxShare))(typed);

/** Letters to add, drop, replace or swap with the next one, each once (Damerau and Levenshtein). Above `most` it gives up. */
function countChanges(from: string, to: string, most: number): number {
  if (Math.abs(from.length - to.length) > most) return most + 1;
  let [before, row, next] = rows as [Uint8Array, Uint8Array, Uint8Array];
  for (let column = 0; column <= to.length; column++) row[column] = column;
  for (let line = 1; line <= from.length; line++) {
    next[0] = line;
    let least = line;
    for (let column = 1; column <= to.length; column++) {
      const letter = from.charCodeAt(line - 1);
      const replaced = at(row, column - 1) + (letter === to.charCodeAt(column - 1) ? 0 : 1);
      let changes = Math.min(replaced, at(row, column) + 1, at(next, column - 1) + 1);
      const isSwap =
        line > 1 &&
        column > 1 &&
        letter === to.charCodeAt(column - 2) &&
        from.charCodeAt(line - 2) === to.charCodeAt(column - 1);
      if (isSwap) changes = Math.min(changes, at(before, column - 2) + 1);
      next[column] = changes;
      if (changes < least) least = changes;
    }
    if (least > most) return most + 1;
    [before, row, next] = [row, next, before];
  }
  return at(row, to.length);
}

const at = (row: Uint8Array, column: number) => row[column] as number;
