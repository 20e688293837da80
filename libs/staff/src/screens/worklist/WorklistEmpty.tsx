import { Button, EmptyState, SearchIcon, TicketIcon } from '@helpdesk/ui'
import * as texts from './texts'

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
      title={isInvalid ? texts.searchNotRun : texts.noTicketsFound}
      text={isInvalid ? texts.correctFilters : texts.noneMatch}
      action={<Button onClick={onClear}>{texts.clearFilters}</Button>}
    />
  ) : (
    <EmptyState icon={<TicketIcon />} title={texts.noTicketsFound} text={text} />
  )
