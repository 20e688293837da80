import { Box } from '@helpdesk/ui'
import { lazy, Suspense } from 'react'
import type { FailedDeliveriesProps } from './FailedDeliveries'

const MailDetails = lazy(() => import('./MailDetails'))
const FailedDeliveries = lazy(() => import('./FailedDeliveries'))

interface MailLineProps {
  ticketId: string
  /** null for the mail that opened the ticket. */
  commentId: string | null
}

/** The line below a message that came by mail. Its code is loaded after the message is shown. */
export const MailLine = (props: MailLineProps) => (
  // As high as the line, so that nothing moves when it appears.
  <Box minHeight="8">
    <Suspense>
      <MailDetails {...props} />
    </Suspense>
  </Box>
)

/** Whom the mail of a message did not reach; nothing on a ticket without failures. */
export const FailureLine = (props: FailedDeliveriesProps) =>
  props.known > 0 && (
    <Suspense>
      <FailedDeliveries {...props} />
    </Suspense>
  )
