// The limits of a wait for what becomes of a text, each at its value and one beyond it.
const get = (path: string) => ({ path: `/api/v1/messages/${path}` });
const send = (fields: object) => ({
  method: 'POST',
  path: '/api/v1/messages',
  body: { address: '+15005550006', body: 'hello', ...fields },
});
const most = Number.MAX_SAFE_INTEGER;
const same = ['200', '200'] as const;
const unknown = ['404 not_found', '404 not_found'] as const;

export const outcomeLimits = {
  'awaitOutcome since minimum': {
    at: get('1/outcome?since=0'),
    beyond: get('1/outcome?since=-1'),
    ends: same,
  },
  'awaitOutcome since maximum': {
    at: get(`1/outcome?since=${most}`),
    beyond: get('1/outcome?since=9007199254740992'),
    ends: same,
  },
  'awaitOutcome wait minimum': {
    at: get('1/outcome?wait=0'),
    beyond: get('1/outcome?wait=-1'),
    ends: same,
  },
  // Nobody waits for a text that does not exist.
  'awaitOutcome wait maximum': {
    at: get('999/outcome?wait=25'),
    beyond: get('999/outcome?wait=26'),
    ends: unknown,
  },
  'awaitOutcome id minimum': {
    at: get('1/outcome'),
    beyond: get('0/outcome'),
    ends: ['200', '404 not_found'] as const,
  },
  'awaitOutcome id maximum': {
    at: get(`${most}/outcome`),
    beyond: get('9007199254740992/outcome'),
    ends: unknown,
  },
  'SendMessage wait minimum': {
    at: send({ wait_for: 'final', wait: 0 }),
    beyond: send({ wait_for: 'final', wait: -1 }),
    ends: ['200', '400 invalid_request'] as const,
  },
  // Nor for one that is refused.
  'SendMessage wait maximum': {
    at: send({ wait_for: 'final', wait: 25, address: '+1' }),
    beyond: send({ wait_for: 'final', wait: 26, address: '+1' }),
    ends: ['400 invalid_address', '400 invalid_request'] as const,
  },
};
