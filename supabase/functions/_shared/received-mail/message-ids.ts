import { HeaderReader, MalformedHeader, MAX_HEADER } from './structured-header.ts'

const MAX_IDS = 1_000
const inBrackets = /<[^<>\s]{1,500}>/y
const other = /[^<"(]+/y
const bare = /^[^\s<>"()]{1,500}$/

/** Message-IDs of a header, without brackets, in their order; of a long one, the last. Those in comments and quoted strings are none. */
export function messageIdsIn(value: string): string[] {
  const ids: string[] = []
  try {
    const reader = new HeaderReader(value.slice(-MAX_HEADER))
    while (!reader.isAtEnd && ids.length < MAX_IDS) {
      const id = reader.match(inBrackets)
      if (id !== undefined) ids.push(id.slice(1, -1))
      else if (reader.skip() === undefined && reader.quoted() === undefined && reader.match(other) === undefined) reader.take('<')
    }
  } catch (error) {
    // What came before the broken part stays.
    if (!(error instanceof MalformedHeader)) throw error
  }
  return ids
}

/** The Message-ID of a mail, also without brackets; undefined unless the headers name exactly one. */
export function ownMessageId(values: readonly string[]): string | undefined {
  const [value = '', another] = values
  if (another !== undefined) return undefined
  const ids = messageIdsIn(value)
  if (ids.length > 0) return ids.length === 1 ? ids[0] : undefined
  return bare.test(value.trim()) ? value.trim() : undefined
}
