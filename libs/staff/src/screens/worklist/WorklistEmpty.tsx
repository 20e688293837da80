import { Button, EmptyState, SearchIcon, TicketIcon } from '@helpdesk/ui'

interface WorklistEmptyProps {
  /** The search text has filters that cannot be read. */
  isInvalid: boolean
  /** A search or filters hide tickets. */
  isNarrowed: boolean
  /** Text of a list without search and filters. */
  text: string
  onClear: () => void
}

/** Shown in place of a list without tickets; says what to do. */
export const WorklistEmpty = ({ isInvalid, isNarrowed, text, onClear }: WorklistEmptyProps) =>
  isInvalid || isNarrowed ? (
    <EmptyState
      icon={<SearchIcon />}
      title={isInvalid ? 'Search not run' : 'No tickets found'}
      text={isInvalid ? 'Correct the filters in the search box.' : 'Nothing matches your search and filters.'}
      action={<Button onClick={onClear}>Clear filters</Button>}
    />
  ) : (
    <EmptyState icon={<TicketIcon />} title="No tickets found" text={text} />
  )
