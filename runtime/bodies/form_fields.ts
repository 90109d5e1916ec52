/** Most fields of a form that a program of others sends: real ones have some tens. */
export const mostFormFields = 1_000;
