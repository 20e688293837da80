import { Box, Flex, formatDate, Heading, Link, RouterLink, Text, VisuallyHidden } from '@helpdesk/ui'
import type { SimilarTicket } from '../api/find-similar-tickets'
import { ticketRef } from '@helpdesk/tickets/model/ticket-number'
import { StatusBadge } from '@helpdesk/tickets/screens/badges/StatusBadge'
import * as texts from './texts'

const BOX_ID = 'similar-tickets'

/** Links to the similar tickets on pages where they are out of view. Placed beside the label, so that nothing moves. */
export function SimilarHint({ count }: { count: number }) {
  return (
    <Flex gap="1">
      <VisuallyHidden role="status">{count > 0 && texts.similarCount(count)}</VisuallyHidden>
      {count > 0 && (
        <Link
          href={`#${BOX_ID}`}
          display={{ xl: 'none' }}
          onClick={(event) => {
            // Moves the focus without navigating, which would add to the history and ask to leave the form.
            event.preventDefault()
            document.getElementById(BOX_ID)?.focus()
          }}
        >
          {texts.similarTickets(count)}
        </Link>
      )}
    </Flex>
  )
}

/**
 * The user's earlier tickets with a similar subject. Placed beside or after the form, so that it moves nothing; links
 * open a new tab.
 */
export function SimilarTickets({ tickets }: { tickets: readonly SimilarTicket[] }) {
  if (tickets.length === 0) return null
  return (
    <Box as="aside" id={BOX_ID} tabIndex={-1} aria-labelledby={`${BOX_ID}-title`} outline="none">
      <Heading id={`${BOX_ID}-title`} as="h2" size="sm">
        {texts.similar}
      </Heading>
      <Text tone="muted" fontSize="sm" marginTop="0.5">
        {texts.similarText}
      </Text>
      <Box as="ul" listStyleType="none" marginTop="2">
        {tickets.map(({ id, number, subject, status, created_at: created }) => (
          <Box as="li" key={id} paddingY="2" borderTopWidth="1px" borderColor="border.muted">
            <Box lineClamp={2} overflowWrap="anywhere" title={subject}>
              <Text as="span" tone="muted">
                {ticketRef({ number })}{' '}
              </Text>
              <RouterLink to={`/tickets/${id}`} target="_blank" variant="plain">
                <bdi>{subject}</bdi>
              </RouterLink>
            </Box>
            <Flex alignItems="center" columnGap="3" wrap="wrap" marginTop="0.5">
              <StatusBadge status={status} />
              <Text as="span" tone="muted" fontSize="sm" whiteSpace="nowrap">
                {formatDate(created)}
              </Text>
            </Flex>
          </Box>
        ))}
      </Box>
    </Box>
  )
}
