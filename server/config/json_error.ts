// Where a text stops being JSON, in words that quote nothing of it: it may hold secrets.

/** How the parser begins when it says neither a line nor a position. */
const withoutPlace = 'Unexpected token';

const messageOf = (text: string): string => {
  try {
    JSON.parse(text);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
};

/** How many characters of `text` are needed for the parser to meet the token that it does not expect. */
function lengthToError(text: string): number {
  let [fine, faulty] = [0, text.length];
  while (faulty - fine > 1) {
    const middle = (fine + faulty) >> 1;
    if (messageOf(text.slice(0, middle)).startsWith(withoutPlace)) faulty = middle;
    else fine = middle;
  }
  return faulty;
}

/** "is not JSON: line 3" for a text that JSON.parse refuses. */
export function describeJsonError(text: string): string {
  const message = messageOf(text);
  const given = /\(line (\d+) column \d+\)/.exec(message)?.[1];
  if (given !== undefined) return `is not JSON: line ${given}`;
  if (!message.startsWith(withoutPlace)) return 'is not JSON: it ends too early';
  const line = text.slice(0, lengthToError(text)).split('\n').length;
  return `is not JSON: line ${line}`;
}
