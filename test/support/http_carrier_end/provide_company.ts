// A company for each test of a file, and HTTP carriers at it, in a simulation.
import { afterEach, beforeEach } from 'vitest';
import { type EachTest, simulateEachTest } from '../../simulation/each_test.ts';
import { Company } from './company.ts';
import { type OpenHttp, openHttp } from './open_http.ts';

interface ProvidedCompany extends Omit<EachTest, 'simulation'> {
  /** Makes and starts a carrier; it is stopped after the test. */
  open(settings: Record<string, unknown>): OpenHttp;
}

/** Gives each test a company. */
export function provideCompany(take: (company: Company) => void): ProvidedCompany {
  const { clock, run, idle, during } = simulateEachTest();
  let company: Company;
  const opened: OpenHttp[] = [];
  beforeEach(async () => {
    company = await Company.start();
    take(company);
  });
  afterEach(async () => {
    await during(Promise.all(opened.splice(0).map(({ carrier }) => carrier.stop())));
    await company.close();
  });
  return {
    ...{ clock, run, idle, during },
    open(settings) {
      const its = openHttp(clock, settings);
      opened.push(its);
      return its;
    },
  };
}
