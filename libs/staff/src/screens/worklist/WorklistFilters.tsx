import { ArrowDownIcon, ArrowUpIcon, Button, chakra, Field, IconButton, NativeSelect } from '@helpdesk/ui'
import type { RefObject } from 'react'
import { isTicketPriority, priorityLabel } from '@helpdesk/tickets/model/priorities'
import { isTicketSort } from '@helpdesk/tickets/model/rows'
import { isTicketStatus, statusLabel } from '@helpdesk/tickets/model/statuses'
import { foundSort } from '@helpdesk/tickets/model/found-tickets'
import { WORKLIST_PRIORITIES, WORKLIST_STATUSES, type WorklistFilter } from '../../model/worklist'
import { WorklistSearch } from './WorklistSearch'

export interface WorklistFiltersProps {
  filter: WorklistFilter
  /** The text of the search box; the list follows after a pause in typing. */
  search: string
  /** The list has words to search for, besides filters. */
  searching: boolean
  /** About the filters typed into the search box. */
  errors: readonly string[]
  onSearch: (text: string) => void
  onChange: (change: Partial<WorklistFilter>) => void
  searchRef: RefObject<HTMLInputElement | null>
}

const statuses = [
  { value: '', label: 'All Status' },
  ...WORKLIST_STATUSES.map((value) => ({ value, label: statusLabel(value) })),
]
const priorities = [
  { value: '', label: 'All Priority' },
  ...WORKLIST_PRIORITIES.map((value) => ({ value, label: priorityLabel(value) })),
]
const sorts = [
  { value: 'created_at', label: 'Created Date' },
  { value: 'priority', label: 'Priority' },
  { value: 'updated_at', label: 'Last updated' },
  { value: 'waiting', label: 'Waiting longest' },
]
const foundSorts = [
  { value: 'relevance', label: 'Best match' },
  ...sorts.filter(({ value }) => foundSort(value) === value),
]

/** The chosen order; undefined for the default one, which is not written into the URL. */
const sortOf = (value: string, searching: boolean): WorklistFilter['sort'] =>
  isTicketSort(value) && (searching || value !== 'created_at') ? value : undefined

/** Search, filters and order of the table (section 2.14). */
export function WorklistFilters(props: WorklistFiltersProps) {
  const { filter, search, searching, errors, onSearch, onChange, searchRef } = props
  const { status, priority, tag, ascending } = filter
  const sort = searching ? foundSort(filter.sort) : (filter.sort ?? 'created_at')
  return (
    <Bar role="search">
      <div data-wide>
        <WorklistSearch ref={searchRef} value={search} onChange={onSearch} errors={errors} />
      </div>
      <Field label="Status" hideLabel>
        <NativeSelect
          options={statuses}
          value={status ?? ''}
          onChange={({ target: { value } }) =>
            onChange({ status: isTicketStatus(value) ? value : undefined })
          }
        />
      </Field>
      <Field label="Priority" hideLabel>
        <NativeSelect
          options={priorities}
          value={priority ?? ''}
          onChange={({ target: { value } }) =>
            onChange({ priority: isTicketPriority(value) ? value : undefined })
          }
        />
      </Field>
      <Field label="Sort by" hideLabel>
        <NativeSelect
          options={searching ? foundSorts : sorts}
          value={sort}
          onChange={({ target: { value } }) => onChange({ sort: sortOf(value, searching) })}
        />
      </Field>
      {sort !== 'relevance' && (
        <IconButton
          label={ascending ? 'Sorted ascending' : 'Sorted descending'}
          variant="outline"
          justifySelf="start"
          onClick={() => onChange({ ascending: !ascending })}
        >
          {ascending ? <ArrowUpIcon size={14} /> : <ArrowDownIcon size={14} />}
        </IconButton>
      )}
      {tag && (
        <Button
          size="sm"
          variant="subtle"
          title="Show all tags"
          justifySelf="start"
          maxWidth="full"
          overflow="hidden"
          onClick={() => onChange({ tag: undefined })}
        >
          Tag: {tag} ×
        </Button>
      )}
    </Bar>
  )
}

const Bar = chakra('div', {
  base: {
    display: 'grid',
    gap: '2',
    mb: '3',
    alignItems: 'start',
    gridTemplateColumns: { base: '1fr 1fr', lg: 'minmax(0, 20rem) 9rem 9rem 9rem 2rem 1fr' },
    '& > [data-wide]': { gridColumn: { base: '1 / -1', lg: 'auto' } },
  },
})
