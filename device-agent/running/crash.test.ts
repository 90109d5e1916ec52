// Power cuts at every point of a text's way, lost acknowledgements and cut links: no text is submitted twice, and
// every one ends. The simulated network's own log is the judge.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SubmitOutcome } from '../../proto/gen/textrelay/v1/device_link_pb.ts';
import { failpointFrom } from '../../runtime/failpoint.ts';
import { magicNumbers } from '../../runtime/texts/magic_numbers.ts';
import { simulateEachTest } from '../../test/simulation/each_test.ts';
import type { Agent } from '../agent.ts';
import { type FailpointName, failpointNames } from '../failpoint.ts';
import { AgentBench } from '../testing/agent_bench.ts';

const simulated = simulateEachTest();
const { run } = simulated;

interface Crash {
  name: FailpointName;
  nth: number;
}

interface Story {
  /** Recipients of the texts; ids count from 1. */
  addresses: string[];
  /** The agent dies at each of these in turn. */
  crashes: Crash[];
  /** The link is cut after that many further frames from the agent, in turn. */
  cutsAfterFrames: number[];
  /** Whether the first reports are acknowledged, in turn; later ones all are. */
  acks: boolean[];
  /** Whether the core fences anew, so that a job comes back as a newer attempt, on the first links in turn. */
  bumps: boolean[];
}

const calm: Omit<Story, 'addresses'> = { crashes: [], cutsAfterFrames: [], acks: [], bumps: [] };
const ordinary = '+15005550006';

interface Ending {
  outcome: SubmitOutcome;
  submits: number;
}

/** Plays the core's part against an agent that dies and restarts, until all has ended; says how. */
async function play(story: Story): Promise<Ending[]> {
  const bench = await AgentBench.open(simulated);
  try {
    const ledger = new Ledger(bench, story);
    for (const crash of [...story.crashes, undefined]) {
      const die = () => {
        throw new Error('power cut');
      };
      const failpoint = crash && failpointFrom(`${crash.name}:${crash.nth}`, die);
      const agent = await bench.start(failpoint === undefined ? {} : { failpoint });
      const survived = await live(agent, ledger);
      if (survived) break;
    }
    expect(ledger.done, 'every text has ended').toBe(true);
    return ledger.endings();
  } finally {
    await bench.close();
  }
}

/** Lets the agent work until all has ended or it is dead. */
async function live(agent: Agent, ledger: Ledger): Promise<boolean> {
  for (let round = 0; round < 200; round += 1) {
    const state = agent.state();
    if (state === undefined) return false;
    if (ledger.done && state.counts.unsentReports === 0) return true;
    await run('1 s');
  }
  return agent.state() !== undefined;
}

/** The core's knowledge: which texts are out, under which attempt, and how they ended. */
class Ledger {
  readonly #bench: AgentBench;
  readonly #story: Story;
  readonly #attempts: number[];
  readonly #outcomes = new Map<number, SubmitOutcome>();
  readonly #reports = new Map<string, string>();
  #links = 0;
  #framesUntilCut: number | undefined;

  constructor(bench: AgentBench, story: Story) {
    this.#bench = bench;
    this.#story = { ...story, cutsAfterFrames: [...story.cutsAfterFrames], acks: [...story.acks] };
    this.#attempts = story.addresses.map(() => 1);
    this.#framesUntilCut = this.#story.cutsAfterFrames.shift();
    bench.core.onLink = () => this.#handOut();
    bench.core.behaviour.onFrame = (frame) => {
      if (frame.case === 'progress') this.#apply(frame.value);
      if (frame.case === 'progress' || frame.case === 'receipt') this.#checkRepeat(frame.value);
      if (this.#cutNow()) return false;
      const isReport = frame.case === 'progress' || frame.case === 'receipt';
      return isReport ? (this.#story.acks.shift() ?? true) : true;
    };
  }

  get done(): boolean {
    return this.#outcomes.size === this.#attempts.length;
  }

  endings(): Ending[] {
    const lines = this.#bench.sentLines();
    return this.#attempts.map((_, index) => ({
      outcome: this.#outcomes.get(index + 1) ?? SubmitOutcome.UNSPECIFIED,
      submits: lines.filter((line) => line.message_id === String(index + 1)).length,
    }));
  }

  #handOut(): void {
    const bump = this.#story.bumps[this.#links] ?? false;
    const again = this.#links > 0;
    this.#links += 1;
    for (const [index, address] of this.#story.addresses.entries()) {
      if (this.#outcomes.has(index + 1)) continue;
      if (again && bump) this.#attempts[index]! += 1;
      this.#bench.core.sendJob(BigInt(index + 1), address, { attempt: this.#attempts[index]! });
    }
  }

  #apply(progress: { messageId: bigint; attempt: number; outcome: SubmitOutcome }): void {
    const id = Number(progress.messageId);
    if (progress.attempt === this.#attempts[id - 1]) this.#outcomes.set(id, progress.outcome);
  }

  #checkRepeat(report: { reportId: string; messageId: bigint; attempt: number; outcome: number }): void {
    const said = `${report.messageId}/${report.attempt}/${report.outcome}`;
    expect(this.#reports.get(report.reportId) ?? said).toBe(said);
    this.#reports.set(report.reportId, said);
  }

  #cutNow(): boolean {
    if (this.#framesUntilCut === undefined) return false;
    this.#framesUntilCut -= 1;
    if (this.#framesUntilCut > 0) return false;
    this.#framesUntilCut = this.#story.cutsAfterFrames.shift();
    this.#bench.core.cut();
    return true;
  }
}

/** What must hold however the story went. */
function judge(story: Story, endings: Ending[]): void {
  const calmStory = story.crashes.length === 0 && !story.bumps.includes(true);
  for (const [index, { outcome, submits }] of endings.entries()) {
    expect(submits, `text ${index + 1}`).toBeLessThanOrEqual(1);
    if (outcome !== SubmitOutcome.UNKNOWN) expect(submits).toBe(1);
    else if (calmStory) expect(story.addresses[index]).toBe('+15005550012');
  }
}

for (const name of failpointNames) {
  test(`a power cut at ${name} neither loses nor repeats a text`, async () => {
    const story = { ...calm, addresses: [ordinary, '+15005550101', ordinary], crashes: [{ name, nth: 1 }] };
    const endings = await play(story);
    judge(story, endings);
    const openSubmit = name === 'after_intent' || name === 'after_submit';
    expect(endings[0]?.outcome).toBe(openSubmit ? SubmitOutcome.UNKNOWN : SubmitOutcome.SENT);
    expect(endings[0]?.submits).toBe(name === 'after_intent' ? 0 : 1);
  });
}

test('whatever dies and whatever is lost, no text is submitted twice and every one ends', async () => {
  const addresses = [...magicNumbers.map((magic) => magic.address), '+15005550101', '+15005550102'];
  const story: fc.Arbitrary<Story> = fc.record({
    addresses: fc.array(fc.constantFrom(...addresses), { minLength: 1, maxLength: 8 }),
    crashes: fc.array(
      fc.record({ name: fc.constantFrom(...failpointNames), nth: fc.integer({ min: 1, max: 8 }) }),
      { maxLength: 5 },
    ),
    cutsAfterFrames: fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 4 }),
    acks: fc.array(fc.boolean(), { maxLength: 12 }),
    bumps: fc.array(fc.boolean(), { maxLength: 6 }),
  });
  const runs = 60;
  await fc.assert(
    fc.asyncProperty(story, async (reported) => judge(reported, await play(reported))),
    { numRuns: runs, endOnFailure: true },
  );
}, 120_000);
