// Where in the project something was done, by the stack of an error that was made there.

const root = new URL('../../', import.meta.url).pathname;

/** What only passes a wait on. */
const passesOn = /\/test\/simulation\/(?!.*\.test\.ts)|\/runtime\/(pause|every|clock)\.ts/;

/** The line of the stack; undefined where it was not the project itself that did it. */
export function projectPlaceOf({ stack = '' }: Error): string | undefined {
  const line = stack
    .split('\n')
    .slice(1)
    .find((each) => each.includes('/') && !passesOn.test(each));
  return line?.includes(root) && !line.includes('/node_modules/') ? line.trim() : undefined;
}
