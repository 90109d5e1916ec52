/** Characters of the shortest password that the service takes. */
export const shortestPassword = 10;
