/** The object as a record; anything else as an empty one. */
export const toRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}

/** The string; anything else as an empty one. */
export const toText = (value: unknown): string => (typeof value === 'string' ? value : '')

/**
 * JSON that the Data API accepts: a text with a zero character, or one that was cut in the middle of a character, such as an
 * emoji, would make it refuse the whole request.
 */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'string' ? part.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\ufffd') : part,
  )
