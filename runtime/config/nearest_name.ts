// Which of the known names somebody meant who typed another.

/** Names of which more must be changed than this share of the letters are not meant. */
const maxShare = 0.4;

/** The known name that takes the fewest changes of letters; undefined when none is near. */
export function nearestName(typed: string, known: readonly string[]): string | undefined {
  let nearest: string | undefined;
  let fewest = Math.floor(typed.length * maxShare) + 1;
  for (const name of known) {
    const changes = countChanges(typed.slice(0, 100).toUpperCase(), name.toUpperCase());
    if (changes < fewest) [nearest, fewest] = [name, changes];
  }
  return nearest;
}

/** Letters to add, drop or replace (Levenshtein). */
function countChanges(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [line, letter] of [...from].entries()) {
    const next = [line + 1];
    for (let column = 1; column <= to.length; column++) {
      const replaced = (row[column - 1] ?? 0) + Number(letter !== to[column - 1]);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
