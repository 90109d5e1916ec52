// Named places where a test may make a process die, to prove what holds whatever stops it. In normal use a failpoint does
// nothing.
import { makeValidator } from 'envalid';

/** Called at each place. One that throws stops the process as a power cut would. */
export type Failpoint<Name extends string> = (name: Name) => void;

/** The failpoints of a process outside tests: none. */
export const noFailpoint = (): void => undefined;

/** The validator of a place to die at: `name` or `name:n`, the n-th time from 1 on. */
export const failpointSpec = (names: readonly string[]) =>
  makeValidator<string>((spec) => {
    const [name = '', nth, ...rest] = spec.split(':');
    const isCounted = nth === undefined || /^[1-9]\d{0,8}$/.test(nth);
    if (!names.includes(name) || rest.length > 0 || !isCounted)
      throw new Error(`must be name or name:n, name one of ${names.join(', ')}`);
    return spec;
  });

/** A failpoint that calls `die` the n-th time its place is passed. `spec` is one that `failpointSpec` takes. */
export function failpointFrom<Name extends string>(spec: string, die: () => void): Failpoint<Name> {
  const [name, nth = '1'] = spec.split(':');
  let left = Number(nth);
  return (passed) => {
    if (passed !== name) return;
    left -= 1;
    if (left === 0) die();
  };
}
