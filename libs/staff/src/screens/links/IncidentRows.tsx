import { statusLabel } from '@helpdesk/tickets/model/statuses'
import { ticketRef } from '@helpdesk/tickets/model/ticket-number'
import { chakra, Text } from '@helpdesk/ui'
import type { IncidentRow } from '../../model/incident-reply'
import { mailsOf, remarksOf, statusAfter } from '../../model/incident-reply'
import * as texts from '../../model/incident-reply-texts'

interface IncidentRowsProps {
  rows: readonly IncidentRow[]
  chosen: ReadonlySet<string>
  /** Those that have the reply already. */
  done: ReadonlySet<string>
  solves: boolean
  disabled: boolean
  onToggle: (id: string) => void
}

/** Who gets what: one row for each ticket, which can be left out. */
export function IncidentRows({ rows, chosen, done, solves, disabled, onToggle }: IncidentRowsProps) {
  return (
    <Rows>
      <legend>{texts.whoGetsWhat}</legend>
      {rows.map((row) => {
        const isDone = done.has(row.id)
        const says = isDone
          ? [texts.done]
          : chosen.has(row.id)
            ? [mailsOf(row), statusAfter(row, solves), ...remarksOf(row)]
            : [texts.noReply, texts.stays(statusLabel(row.status))]
        return (
          <label key={row.id} title={row.subject}>
            <input
              type="checkbox"
              checked={chosen.has(row.id) && !isDone}
              disabled={disabled || isDone}
              onChange={() => onToggle(row.id)}
            />
            <span>
              <span>
                {ticketRef(row)} <bdi>{row.requester_name || texts.someone}</bdi>
                {row.is_problem && ` (${texts.theProblem})`}
              </span>
              <Text as="span" display="block" tone="muted" fontSize="sm">
                {says.join(' · ')}
              </Text>
            </span>
          </label>
        )
      })}
    </Rows>
  )
}

const Rows = chakra('fieldset', {
  base: {
    minWidth: '0',
    maxHeight: '64',
    overflowY: 'auto',
    overflowWrap: 'anywhere',
    '& > legend': { fontWeight: 'medium', mb: '1' },
    '& > label': { display: 'flex', gap: '2', alignItems: 'flex-start', py: '1.5', cursor: 'pointer' },
    '& > label > span': { minWidth: '0' },
    '& > label > input': { marginTop: '1', flexShrink: '0' },
  },
})
