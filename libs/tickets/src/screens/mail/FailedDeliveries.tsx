import { AlertIcon, Flex, Text } from '@helpdesk/ui'
import { useDeliveryFailures } from '../../api/list-ticket-mails'
import { MAIL_TEXTS } from './texts'

export interface FailedDeliveriesProps {
  ticketId: string
  /** null for the ticket itself. */
  commentId: string | null
  /** Number of failures in the ticket's history. */
  known: number
}

/** Below a message: whom its mail did not reach, and why. */
export default function FailedDeliveries({ ticketId, commentId, known }: FailedDeliveriesProps) {
  return useDeliveryFailures(ticketId, commentId, known).map(({ id, address, reason, status }) => (
    <Flex key={id} alignItems="baseline" gap="2" marginTop="1" color="warning.fg">
      <AlertIcon size={14} />
      <Text fontSize="sm" overflowWrap="anywhere">
        {MAIL_TEXTS.notDelivered(address, reason || status)}
      </Text>
    </Flex>
  ))
}
