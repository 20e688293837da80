import { RouterLink, Text } from '@helpdesk/ui'
import type { TicketDetail } from '../../model/rows'
import * as texts from './texts'

/** Above the comment box of a ticket that was closed long ago: where a comment goes. */
export function FollowUpLine({ followUp }: { followUp: NonNullable<TicketDetail['follow_up']> }) {
  const later = followUp.opens ? null : followUp.continued_in
  return (
    <Text tone="muted" fontSize="sm" paddingBottom="2">
      {texts.closedAWhileAgo}{' '}
      {later ? (
        <>
          {texts.commentGoesTo}{' '}
          <RouterLink variant="underline" to={`/tickets/${later.number}`}>
            #{later.number}
          </RouterLink>
          {texts.whichContinues}
        </>
      ) : (
        texts.commentOpens
      )}
    </Text>
  )
}
