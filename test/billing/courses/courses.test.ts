// Hundreds of courses through plan changes, payments, lost and doubled events, kills and Stripe's bad days: nobody is charged for what
// they did not ask for, or granted what they did not pay for. `COURSES=500 npx vitest run test/billing/courses` plays more of them.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openInspector } from '../../support/database.ts';
import { extent } from '../../support/extent.ts';
import { Seeded } from '../../support/seeded.ts';
import { type StripeWorld, startStripeWorld } from '../stripe_world.ts';
import { Course } from './course.ts';
import { drawStep } from './steps.ts';

const count = Number(process.env.COURSES ?? extent({ suite: 10, nightly: 500 }));
const first = Number(process.env.FIRST_COURSE ?? 1);
const stepsOfCourse = 16;

let world: StripeWorld;
let sql: ReturnType<typeof openInspector>;
beforeAll(async () => {
  world = await startStripeWorld();
  world.fake.store.prices.set('price_support', 4_900);
  sql = openInspector(world.stack.databaseUrl);
});
afterAll(async () => {
  await sql.end();
  await world.stop();
});

/** Plays one; returns what it was, and what was wrong. */
async function play(seed: string): Promise<Course> {
  const chance = new Seeded(seed);
  const course = new Course(world, await world.createAccount(), sql);
  // Most accounts have paid before anything goes wrong.
  if (chance.chance(0.7)) await course.subscribe(chance.pick(['starter', 'growth', 'pro']));
  for (let step = 1; step <= stepsOfCourse && !course.isErased; step++) {
    const { name, play: playStep } = drawStep(course, chance);
    course.said.push(name);
    await playStep(course, chance);
    await course.check();
  }
  await course.rest();
  return course;
}

test(`in ${count} courses nobody is charged or granted a plan by mistake`, {
  timeout: 60_000 + count * 20_000,
}, async () => {
  const wrong: string[] = [];
  const stats = {
    wishes: 0,
    applied: 0,
    links: 0,
    refused: 0,
    unknown: 0,
    charges: 0,
    erased: 0,
    events: 0,
  };
  const events = world.fake.events.made;
  for (let number = first; number < first + count; number++) {
    const course = await play(`course ${number}`);
    for (const { answer } of course.wishes) {
      stats.wishes++;
      if (answer === 'applied') stats.applied++;
      if (answer === 'link') stats.links++;
      if (answer === 'refused') stats.refused++;
      if (answer === 'unknown' || answer === null) stats.unknown++;
    }
    stats.charges += course.charges;
    if (course.isErased) stats.erased++;
    if (course.faults.length > 0)
      wrong.push(`course ${number}:\n${course.said.join('\n')}\n${course.faults.join('\n')}`);
  }
  stats.events = events.length;
  if (process.env.COURSES) process.stdout.write(`${JSON.stringify(stats)}\n`);
  expect(wrong.slice(0, 3).join('\n\n')).toBe('');
  expect(Object.values(stats).every((each) => each > 0 || count < 25)).toBe(true);
});
