import {
  ArrowDownIcon,
  ArrowUpIcon,
  Button,
  chakra,
  Field,
  IconButton,
  NativeSelect,
  SearchInput,
} from '@helpdesk/ui'
import type { RefObject } from 'react'
import { isTicketPriority, priorityLabel } from '@helpdesk/tickets/model/priorities'
import { isTicketStatus, statusLabel } from '@helpdesk/tickets/model/statuses'
import { SEARCH_MAX, WORKLIST_PRIORITIES, WORKLIST_STATUSES, type WorklistFilter } from '../../model/worklist'

export interface WorklistFiltersProps {
  filter: WorklistFilter
  /** The text of the search box; the list follows after a pause in typing. */
  search: string
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
]

/** Search, filters and order of the table (section 2.14). */
export function WorklistFilters({ filter, search, onSearch, onChange, searchRef }: WorklistFiltersProps) {
  const { status, priority, tag, sort, ascending } = filter
  return (
    <Bar role="search">
      <div data-wide>
        <SearchInput
          ref={searchRef}
          label="Search tickets"
          placeholder="Search tickets..."
          maxLength={SEARCH_MAX}
          value={search}
          onChange={onSearch}
        />
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
          options={sorts}
          value={sort}
          onChange={({ target: { value } }) =>
            onChange({ sort: value === 'priority' ? 'priority' : 'created_at' })
          }
        />
      </Field>
      <IconButton
        label={ascending ? 'Sorted ascending' : 'Sorted descending'}
        variant="outline"
        justifySelf="start"
        onClick={() => onChange({ ascending: !ascending })}
      >
        {ascending ? <ArrowUpIcon size={14} /> : <ArrowDownIcon size={14} />}
      </IconButton>
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
    alignItems: 'center',
    gridTemplateColumns: { base: '1fr 1fr', lg: 'minmax(0, 20rem) 9rem 9rem 9rem 2rem 1fr' },
    '& > [data-wide]': { gridColumn: { base: '1 / -1', lg: 'auto' } },
  },
})
