/** Somebody who is writing on a ticket. */
export interface Writer {
  /** Undefined for the other side, whose name the ticket has or hides. */
  name: string | undefined
  isNote: boolean
  /** Time in milliseconds from which they are taken to have stopped. */
  until: number
}

/** Milliseconds between two signs of writing, and until a sign is out of date. */
export const SIGN_EVERY_MS = 2_500
export const SIGN_LASTS_MS = 6_000

/**
 * Says who is writing.
 * @param otherSide how the other side is called, such as `Support`
 */
export function describeWriters(writers: readonly Writer[], otherSide: string): string {
  const notes = writers.filter(({ isNote }) => isNote)
  const replies = writers.filter(({ isNote }) => !isNote)
  const line = (some: readonly Writer[], what: string) => {
    const names = some.map(({ name }) => name ?? otherSide)
    return `${listNames(names)} ${names.length === 1 ? 'is' : 'are'} writing${what}…`
  }
  return [replies.length > 0 && line(replies, ''), notes.length > 0 && line(notes, ' a note')]
    .filter(Boolean)
    .join(' ')
}

const listNames = (names: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(names)
