import { ArrowDownIcon, ArrowUpIcon, Button, Field, IconButton, NativeSelect } from '@helpdesk/ui'
import { choicesIn, FILTER_SELECTS, isTicketSort, paramsOf } from '@helpdesk/tickets/model/ticket-list'
import { statusLabel, TICKET_STATUSES } from '@helpdesk/tickets/model/statuses'
import { isStatusFilter, statusOf, type WorklistFilter } from '../../model/worklist'
import { sortedBy, sortOf } from './sort-options'
import * as texts from './texts'

export interface FilterFieldsProps {
  filter: WorklistFilter
  /** The list has words to search for, besides filters. */
  searching: boolean
  /** The orders that the list offers; none where the order cannot be chosen. */
  sorts: readonly { value: string; label: string }[]
  /** The list shows active tickets until another status is chosen. */
  activeFirst: boolean
  onChange: (change: Partial<WorklistFilter>) => void
  /** Shows the labels, where there is room. */
  labelled?: boolean
}

const all = { value: 'all', label: texts.allStatus }
const active = { value: 'active', label: texts.active }
const statuses = TICKET_STATUSES.map((value) => ({ value, label: statusLabel(value) }))

/** Status, priority, order and tag of the list (section 2.14), and other fields of its filter. */
export function FilterFields({
  filter,
  searching,
  sorts,
  activeFirst,
  onChange,
  labelled,
}: FilterFieldsProps) {
  const { tag, ascending } = filter
  const params = new URLSearchParams(paramsOf(filter))
  const sort = sortOf(filter, searching)
  const status = statusOf(filter, activeFirst)
  const hideLabel = !labelled
  return (
    <>
      <Field label={texts.status} hideLabel={hideLabel}>
        <NativeSelect
          options={[...(activeFirst ? [active, all] : [all, active]), ...statuses]}
          value={status}
          onChange={({ target: { value } }) => {
            const initial = statusOf({ ...filter, status: undefined }, activeFirst)
            onChange({ status: isStatusFilter(value) && value !== initial ? value : undefined })
          }}
        />
      </Field>
      {FILTER_SELECTS.map(({ name, label, options }) => (
        <Field key={name} label={label} hideLabel={hideLabel}>
          <NativeSelect
            options={options}
            value={params.get(name) ?? ''}
            onChange={({ target: { value } }) => {
              params.set(name, value)
              onChange({ [name]: choicesIn(params)[name] })
            }}
          />
        </Field>
      ))}
      {sorts.length > 0 && (
        <Field label={texts.sortBy} hideLabel={hideLabel}>
          <NativeSelect
            options={sorts}
            value={sort}
            onChange={({ target: { value } }) =>
              onChange(isTicketSort(value) ? sortedBy(value, searching) : { sort: undefined })
            }
          />
        </Field>
      )}
      {sorts.length > 0 && sort !== 'relevance' && (
        <IconButton
          label={ascending ? texts.sortedAscending : texts.sortedDescending}
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
          title={texts.showAllTags}
          justifySelf="start"
          maxWidth="full"
          overflow="hidden"
          onClick={() => onChange({ tag: undefined })}
        >
          {texts.tag} {tag} ×
        </Button>
      )}
    </>
  )
}
