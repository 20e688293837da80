/**
 * A count with its noun: `1 ticket`, `1,200 tickets`.
 * @param many the plural, where it is not the noun with an s
 */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
