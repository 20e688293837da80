import { priorityLabel, TICKET_PRIORITIES } from '@helpdesk/tickets/model/priorities'
import { statusLabel, TICKET_STATUSES } from '@helpdesk/tickets/model/statuses'
import { Field, Grid, NativeSelect, SearchInput } from '@helpdesk/ui'
import { SEARCH_MAX } from '@helpdesk/tickets/model/limits'
import * as texts from './texts'

interface TicketFiltersProps {
  search: string
  status: string
  priority: string
  /** The order of found tickets; undefined without text, where there is one order. */
  sort: string | undefined
  onChange: (name: 'q' | 'status' | 'priority' | 'sort', value: string) => void
}

const statuses = [
  { value: '', label: texts.allStatuses },
  ...TICKET_STATUSES.map((value) => ({ value, label: statusLabel(value) })),
]
const priorities = [
  { value: '', label: texts.allPriorities },
  ...TICKET_PRIORITIES.map((value) => ({ value, label: priorityLabel(value) })),
]

const sorts = [
  { value: 'relevance', label: texts.bestMatch },
  { value: 'created_at', label: texts.newestFirst },
]

/** Search box, status, priority and the order of found tickets over the list. */
export function TicketFilters({ search, status, priority, sort, onChange }: TicketFiltersProps) {
  return (
    <Grid gap="2" templateColumns={{ base: '1fr 1fr', md: 'minmax(0, 20rem) 9.5rem 9.5rem 9.5rem' }}>
      <Grid gridColumn={{ base: '1 / -1', md: 'auto' }}>
        <Field label={texts.search} hideLabel>
          <SearchInput
            label={texts.search}
            placeholder={texts.searchPlaceholder}
            maxLength={SEARCH_MAX}
            value={search}
            onChange={(value) => onChange('q', value)}
          />
        </Field>
      </Grid>
      <Field label={texts.status} hideLabel>
        <NativeSelect
          options={statuses}
          value={status}
          onChange={(event) => onChange('status', event.target.value)}
        />
      </Field>
      <Field label={texts.priority} hideLabel>
        <NativeSelect
          options={priorities}
          value={priority}
          onChange={(event) => onChange('priority', event.target.value)}
        />
      </Field>
      {sort && (
        <Grid gridColumn={{ base: '1 / -1', md: 'auto' }}>
          <Field label={texts.sortBy} hideLabel>
            <NativeSelect
              options={sorts}
              value={sort}
              onChange={({ target: { value } }) => onChange('sort', value === 'relevance' ? '' : value)}
            />
          </Field>
        </Grid>
      )}
    </Grid>
  )
}
