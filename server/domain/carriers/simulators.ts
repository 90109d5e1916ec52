// Simulated phones and carriers: they deliver nothing, so that only accounts without a real route have any.

/** The name by which agents and carriers of that kind name themselves. */
export const simulatedWord = 'simulated';

/** The note on a simulated device that the people of an account see. */
export const simulatedOnly =
  'it is simulated and delivers nothing; pair a real device, or get a number on a carrier, to reach people';
