import { chakra, Text } from '@helpdesk/ui'
import { useParticipants } from '../../api/list-participants'
import { isUnverified } from '../../model/mail'
import * as texts from './texts'

/** Below a reply: how many people in copy get it; nothing without any. */
export function CopyNotice({ ticketId }: { ticketId: string }) {
  const people = (useParticipants(ticketId).data ?? []).filter(({ left_at }) => !left_at)
  if (people.length === 0) return null
  const unverified = people.filter(isUnverified).length
  return (
    <Text tone="muted" fontSize="sm" title={people.map(({ address }) => address).join(', ')}>
      {texts.copyTo(people.length)}
      {unverified > 0 && (
        <chakra.span color="warning.fg">, {texts.ofThemUnverified(unverified, people.length)}</chakra.span>
      )}
    </Text>
  )
}
