// One service for all tests of a file, and for each test an account of its own.
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { AccountWorld } from './account_world.ts';
import { PhoneService } from './phone_service.ts';

export function providePhoneService(
  take: (provided: { service: PhoneService; world: AccountWorld }) => void,
): void {
  let service: PhoneService;
  let world: AccountWorld;
  beforeAll(async () => {
    service = await PhoneService.begin();
  });
  beforeEach(async () => {
    world = await service.openAccount();
    take({ service, world });
  });
  afterEach(() => world?.stop());
  afterAll(() => service?.end());
}
