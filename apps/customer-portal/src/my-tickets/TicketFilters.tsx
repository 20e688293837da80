import { priorityLabel, TICKET_PRIORITIES } from '@helpdesk/tickets/model/priorities'
import { statusLabel, TICKET_STATUSES } from '@helpdesk/tickets/model/statuses'
import { Field, Grid, NativeSelect, SearchInput } from '@helpdesk/ui'

interface TicketFiltersProps {
  search: string
  status: string
  priority: string
  /** The order of found tickets; undefined without text, where there is one order. */
  sort: string | undefined
  onChange: (name: 'q' | 'status' | 'priority' | 'sort', value: string) => void
}

const statuses = [
  { value: '', label: 'All Statuses' },
  ...TICKET_STATUSES.map((value) => ({ value, label: statusLabel(value) })),
]
const priorities = [
  { value: '', label: 'All Priorities' },
  ...TICKET_PRIORITIES.map((value) => ({ value, label: priorityLabel(value) })),
]

const sorts = [
  { value: 'relevance', label: 'Best match' },
  { value: 'created_at', label: 'Newest first' },
]

/** Search box, status, priority and the order of found tickets over the list. */
export function TicketFilters({ search, status, priority, sort, onChange }: TicketFiltersProps) {
  return (
    <Grid gap="2" templateColumns={{ base: '1fr 1fr', md: 'minmax(0, 20rem) 9.5rem 9.5rem 9.5rem' }}>
      <Grid gridColumn={{ base: '1 / -1', md: 'auto' }}>
        <SearchInput
          label="Search tickets"
          placeholder="Search tickets..."
          maxLength={200}
          value={search}
          onChange={(value) => onChange('q', value)}
        />
      </Grid>
      <Field label="Status" hideLabel>
        <NativeSelect
          options={statuses}
          value={status}
          onChange={(event) => onChange('status', event.target.value)}
        />
      </Field>
      <Field label="Priority" hideLabel>
        <NativeSelect
          options={priorities}
          value={priority}
          onChange={(event) => onChange('priority', event.target.value)}
        />
      </Field>
      {sort && (
        <Field label="Sort by" hideLabel>
          <NativeSelect
            options={sorts}
            value={sort}
            onChange={({ target: { value } }) => onChange('sort', value === 'relevance' ? '' : value)}
          />
        </Field>
      )}
    </Grid>
  )
}
