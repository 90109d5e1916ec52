import { describe, expect, test } from 'vitest';
import { agreeOnVersion, spokenByAgent, spokenHere } from './hello.ts';

const range = (oldest: number, newest: number) => ({ oldest, newest });

describe('the version of a link', () => {
  test.each([
    [range(1, 1), range(1, 1), 1],
    [range(1, 3), range(1, 1), 1],
    [range(1, 1), range(1, 3), 1],
    [range(2, 4), range(1, 3), 3],
    [range(1, 3), range(3, 5), 3],
  ])(
    'the version of a link of an agent that speaks %j and a core that speaks %j is the newest of both: %i',
    (agent, core, spoken) => {
      expect(agreeOnVersion(agent, core)).toBe(spoken);
    },
  );

  test('an agent that is too old is asked to be updated', () => {
    expect(agreeOnVersion(range(1, 2), range(3, 4))).toBe(
      'the agent is too old for this core: the core speaks versions 3 to 4 of the link protocol, the agent versions 1 to 2; update the agent',
    );
  });

  test('a core that is too old is asked to be updated', () => {
    expect(agreeOnVersion(range(2, 2), range(1, 1))).toBe(
      'the core is too old for this agent: the core speaks version 1 of the link protocol, the agent version 2; update the core, or install an older agent',
    );
  });

  test('an agent that names no oldest version speaks its newest alone', () => {
    expect(spokenByAgent(0, 3)).toEqual(range(3, 3));
    expect(spokenByAgent(2, 3)).toEqual(range(2, 3));
    expect(() => spokenByAgent(4, 3)).toThrow('must not be above');
  });

  test('this core speaks version 1', () => expect(spokenHere).toEqual(range(1, 1)));
});
