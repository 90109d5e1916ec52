// The settings of carriers outside of the carriers file: all that the supervisor has to know without a file.
import { bool, cleanEnv, str } from 'envalid';

/** The variables that say which carriers there are. */
export const carrierVariables = {
  TEXTRELAY_CARRIERS_FILE: str({
    default: undefined,
    desc: 'a JSON file of carriers, the same for every core; only the core is given the secrets that it names',
  }),
  TEXTRELAY_SIMULATED_CARRIER: bool({
    default: false,
    desc:
      'adds a carrier that sends nothing and knows the magic numbers; refused when `NODE_ENV` is production ' +
      '[true (start, without a carriers file and outside production), false (core)]',
  }),
};

/** The error of a simulated carrier in production. */
export const simulatedInProduction =
  'TEXTRELAY_SIMULATED_CARRIER, or a carrier of kind simulated, must not be while NODE_ENV is production: texts would look delivered that never left';

interface SaidOfCarriers {
  /** The carriers file; absent when there is none. */
  path: string | undefined;
  /** TEXTRELAY_SIMULATED_CARRIER is on. */
  hasSimulated: boolean;
  isProduction: boolean;
  /** The errors, a line each. With any, the rest means nothing. */
  errors: string[];
}

/** Reads the variables, but not the file. */
export function readCarrierVariables(environment: NodeJS.ProcessEnv): SaidOfCarriers {
  // An empty variable is taken for none.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const errors: string[] = [];
  const env = cleanEnv(
    given,
    {
      NODE_ENV: str({ default: '' }),
      ...carrierVariables,
    },
    {
      reporter: ({ errors: invalid }) => {
        for (const [name, error] of Object.entries(invalid)) errors.push(`${name} ${error?.message}`);
      },
    },
  );
  // A value that has an error must not be read.
  if (errors.length > 0) return { path: undefined, hasSimulated: false, isProduction: false, errors };
  const { TEXTRELAY_CARRIERS_FILE: path, TEXTRELAY_SIMULATED_CARRIER: hasSimulated } = env;
  return { path, hasSimulated, isProduction: env.NODE_ENV === 'production', errors };
}
