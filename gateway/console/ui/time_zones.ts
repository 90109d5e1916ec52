// Time zones to choose from.

/** The reader's own. */
export const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The zones that the browser knows, and the one that is set, as options of a field. */
export const zoneOptions = (zone: string) =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ownZone, zone])]
    .toSorted()
    .map((name) => ({ value: name, label: name }));
