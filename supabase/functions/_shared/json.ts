/** The object as a record; anything else as an empty one. */
export const toRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}

/** The string; anything else as an empty one. */
export const toText = (value: unknown): string => (typeof value === 'string' ? value : '')
