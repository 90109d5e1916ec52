// Names, at the end of a run, the tests that passed only when they were tried again: each is a fault to look for.
import type { Reporter, TestCase } from 'vitest/node';

export class SecondTries implements Reporter {
  readonly #tests: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) this.#tests.push(`${test.module.relativeModuleId} > ${test.fullName}`);
  }

  onTestRunEnd(): void {
    if (this.#tests.length === 0) return;
    process.stdout.write(
      `\nPassed only at the second try:\n${this.#tests.map((test) => `  ${test}\n`).join('')}`,
    );
  }
}
