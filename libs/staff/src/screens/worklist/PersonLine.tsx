import { avatarColor } from '@helpdesk/ui'
import type { Person } from '../../model/person'
import { initialOf } from '../../model/initial'
import * as texts from './texts'

interface PersonLineProps {
  /** undefined while loading, null for a deleted profile. */
  person: Person | null | undefined
}

/** A person's initial and name; the e-mail is in the tooltip and for screen readers. */
export function PersonLine({ person }: PersonLineProps) {
  const name = person === undefined ? texts.loading : person?.name || person?.email || texts.unknown
  if (!person)
    return (
      <span data-text data-quiet>
        {name}
      </span>
    )
  const { email } = person
  return (
    <span data-person title={email ? `${name} · ${email}` : name}>
      <span data-avatar={avatarColor(person.id)} aria-hidden>
        {initialOf(name)}
      </span>
      <span data-text>{name}</span>
      {email && email !== name && <span data-hidden>{email}</span>}
    </span>
  )
}
