// What keeps a device from sending: in the words of its agent, which are English, or in the console's for that kind of problem.
import type { Device } from '../../api/types.ts';
import { devices as say } from '../../words/en/devices.ts';
import { asSentence } from '../../words/english.ts';
import { language, served } from '../../words/language.ts';
import { Quoted } from '../../words/quoted.tsx';

/** A sentence without its full stop; nothing for a device without a problem. */
export function ProblemWords({ device: { problem, problem_code: code } }: { device: Device }) {
  if (problem === null || code === null) return null;
  // What is of no kind has no words but those of the agent.
  const isOnlyQuoted = code === 'other' && language() !== 'en';
  return (
    <>
      {served(asSentence(problem), say.problems[code])}
      {isOnlyQuoted && (
        <>
          {': '}
          <Quoted words={problem} />
        </>
      )}
    </>
  );
}
