// Gives each test an account of its own at one service for all tests of its file, so that several may run together. Tests that
// kill a part of the service would spoil the others: they are in files that use provide_phone_service.ts.
import { test } from 'vitest';
import { PhoneService } from './phone_service.ts';

export const phoneTest = test
  // biome-ignore lint/correctness/noEmptyPattern: a fixture names its needs here, and this one has none.
  .extend('service', { scope: 'file' }, async ({}, { onCleanup }) => {
    const service = await PhoneService.start();
    onCleanup(() => service.stop());
    return service;
  })
  .extend('world', async ({ service }, { onCleanup }) => {
    const world = await service.openAccount();
    onCleanup(() => world.stop());
    return world;
  });
