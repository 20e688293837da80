/** The index of the item that a digit picks from a list; -1 for other keys. */
export const digitOf = (key: string): number => (/^[1-9]$/.test(key) ? Number(key) - 1 : -1)
