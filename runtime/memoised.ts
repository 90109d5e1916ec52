// What is made once for each name, and kept for as long as its maker: values that many readers share, a queue for each carrier.

/** A function that calls `make` once for each key. Keys are bounded by the caller: nothing is forgotten. */
export function memoised<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>();
  return (key) => {
    if (!made.has(key)) made.set(key, make(key));
    return made.get(key) as Value;
  };
}
