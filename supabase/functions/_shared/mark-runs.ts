// Kept twice, word for word: functions are deployed without the portal's libraries.

/**
 * Marks on one letter, such as accents: as many as Unicode allows in streams (UAX #15, 13), and more than any language has.
 * Browsers take quadratic time for what stands on one letter.
 */
const run = /\p{M}{30}(?=\p{M})/gu

/** The text with a blank wherever so many marks stand on one letter that the page would stand still. */
export const breakMarkRuns = (text: string): string => text.replace(run, '$& ')
