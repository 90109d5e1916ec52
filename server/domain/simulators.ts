// Simulated phones and carriers: they deliver nothing, so that only accounts without a real route have any.

/** The name by which agents and carriers of that kind name themselves. */
export const simulatedWord = 'simulated';

/** What the people of an account are shown of a simulated device. */
export const simulatedOnly =
  'it is simulated and delivers nothing; pair a real device, or get a number on a carrier, to reach people';
