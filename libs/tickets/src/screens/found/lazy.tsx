import { Box, Text } from '@helpdesk/ui'
import { lazy, Suspense, type ReactNode } from 'react'
import { correctionOf, FOUND_MAX, isFound } from '../../model/found-tickets'
import type { TicketSummary } from '../../model/rows'
import * as texts from './texts'

// Loaded with the first search: most lists have none.
const parts = () => import('./parts')
const Marked = lazy(async () => ({ default: (await parts()).Marked }))
const FoundDetail = lazy(async () => ({ default: (await parts()).FoundLine }))
const Correction = lazy(async () => ({ default: (await parts()).CorrectionNotice }))

/** The subject of a ticket in a list, with the hits of a search. */
export const Subject = ({ ticket }: { ticket: TicketSummary }): ReactNode =>
  isFound(ticket) ? (
    <Suspense fallback={ticket.subject}>
      <Marked text={ticket.marked_subject} />
    </Suspense>
  ) : (
    ticket.subject
  )

/** The line that says where a found ticket matches besides its subject; empty for other tickets. */
export const FoundLine = ({ ticket }: { ticket: TicketSummary }): ReactNode =>
  isFound(ticket) && (
    <Suspense>
      <FoundDetail ticket={ticket} />
    </Suspense>
  )

interface SearchNoticeProps {
  /** The found tickets; undefined while they load. */
  tickets: readonly TicketSummary[] | undefined
  /** The text of the user. */
  typed: string
}

/** Names the corrected text above its results. Announced politely. */
export function SearchNotice({ tickets, typed }: SearchNoticeProps) {
  const corrected = correctionOf(tickets)
  return (
    // Rendered before its text, because screen readers announce changes of a region only.
    <Box aria-live="polite">
      <Suspense>{corrected !== null && <Correction corrected={corrected} typed={typed} />}</Suspense>
    </Box>
  )
}

/** Shown after the last result that can be read. */
export const FoundLimit = () => (
  <Text tone="muted" fontSize="sm">
    {texts.theseAre} {FOUND_MAX} {texts.bestMatches}
  </Text>
)
