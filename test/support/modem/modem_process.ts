// The simulated modem as a process of its own, so that a test can kill everything around it.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Addresses, Answer, Control, ProgramForm, Request } from './controls.ts';
import type { FaultPlan } from './faults.ts';
import type { SimulatedModem } from './simulated_modem.ts';

const program = fileURLToPath(new URL('main.ts', import.meta.url));

/** A running modem. */
export interface ModemProcess {
  addresses: Addresses;
  pid: number;
  /** Calls a method of the modem; see SimulatedModem. */
  call<Name extends Control>(
    name: Name,
    ...args: Parameters<SimulatedModem[Name]>
  ): Promise<ReturnType<SimulatedModem[Name]>>;
  /** Resolves when the plan is laid; `struck` when it struck. */
  planFault(plan: FaultPlan): Promise<{ struck: Promise<void> }>;
  /** Ends it. Safe twice. */
  close(): Promise<void>;
}

/** Starts the program and waits for its addresses. */
export async function startModem(form: ProgramForm = { tcp: true }): Promise<ModemProcess> {
  const child: ChildProcessByStdio<Writable, Readable, null> = spawn(
    process.execPath,
    [program, JSON.stringify(form)],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const exited = once(child, 'exit');
  const answers = new Map<number, PromiseWithResolvers<unknown>>();
  const strikes = new Map<number, () => void>();
  const first = Promise.withResolvers<Addresses>();
  let nextId = 1;
  child.stdin.on('error', () => {});

  createInterface({ input: child.stdout }).on('line', (line) => {
    const answer = JSON.parse(line) as Answer | { addresses: Addresses };
    if ('addresses' in answer) first.resolve(answer.addresses);
    else if ('struck' in answer) strikes.get(answer.id)?.();
    else if ('error' in answer) answers.get(answer.id)?.reject(new Error(answer.error));
    else answers.get(answer.id)?.resolve(answer.ok);
  });
  void exited.then(() => {
    const gone = new Error('the simulated modem has ended');
    first.reject(gone);
    for (const { reject } of answers.values()) reject(gone);
  });

  const ask = (call: Request['call'], args: unknown[], id = nextId++) => {
    const answer = Promise.withResolvers<unknown>();
    answers.set(id, answer);
    child.stdin.write(`${JSON.stringify({ id, call, args } satisfies Request)}\n`);
    return answer.promise.finally(() => answers.delete(id));
  };

  return {
    addresses: await first.promise,
    pid: child.pid!,
    call: ((name: Control, ...args: unknown[]) => ask(name, args)) as ModemProcess['call'],
    async planFault(plan) {
      const id = nextId++;
      const struck = new Promise<void>((resolve) => strikes.set(id, resolve));
      await ask('planFault', [plan], id);
      return { struck };
    },
    async close() {
      child.stdin.end();
      const force = setTimeout(() => child.kill('SIGKILL'), 10_000);
      await exited;
      clearTimeout(force);
    },
  };
}
