/** A mention that is being typed: the text from its `@`, at `start`, to the cursor. */
export interface MentionQuery {
  start: number
  end: number
  /** Without the `@`. */
  text: string
}

/** Names have up to 50 characters; a longer text after an `@` is no mention. */
const LONGEST = 50
/** A name has some words; what follows a finished mention is no longer part of it. */
const MOST_WORDS = 4

/** The mention that the cursor is in; null outside of one, such as in an e-mail address. */
export function mentionAt(text: string, cursor: number): MentionQuery | null {
  const typed = /(?:^|[\s([{"'])@([^@\n]*)$/u.exec(text.slice(0, cursor))?.[1]
  if (typed === undefined || typed.length > LONGEST || typed.startsWith(' ')) return null
  if (typed.split(' ').length > MOST_WORDS) return null
  return { start: cursor - typed.length - 1, end: cursor, text: typed }
}

interface Person {
  id: string
  name: string
  email?: string | null | undefined
}

/** How a person is mentioned: by name, and by name and e-mail when another one has the same name. */
export function mentionOf(person: Person, people: readonly Person[]): string {
  const isTwin = ({ id, name }: Person) =>
    id !== person.id && name.toLowerCase() === person.name.toLowerCase()
  return people.some(isTwin) && person.email ? `@${person.name} (${person.email})` : `@${person.name}`
}
