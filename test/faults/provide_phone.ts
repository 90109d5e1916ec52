// Two cores on one database for all tests of a file, and for each test a phone of its own that is linked to the first core.
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { createDatabase } from '../support/database.ts';
import { CoreUnderTest } from './core_under_test.ts';
import { RealPhone } from './real_phone.ts';

interface Provided {
  url: string;
  core: CoreUnderTest;
  other: CoreUnderTest;
  phone: RealPhone;
}

const startMs = 60_000;

/** Gives a test file its cores, and each test its phone. */
export function providePhone(take: (provided: Provided) => void): void {
  let url: string;
  let core: CoreUnderTest;
  let other: CoreUnderTest;
  let phone: RealPhone;
  beforeAll(async () => {
    url = await createDatabase();
    core = await CoreUnderTest.start(url);
    other = await CoreUnderTest.start(url);
  }, startMs);
  beforeEach(async () => {
    phone = await RealPhone.pair(core);
    await phone.run();
    take({ url, core, other, phone });
  });
  afterEach(() => phone?.throwAway());
  afterAll(async () => {
    await core.stop();
    await other.stop();
  }, startMs);
}
