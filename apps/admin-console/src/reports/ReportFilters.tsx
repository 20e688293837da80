import { useTags } from '@helpdesk/staff/api/list-tags'
import type { WorklistFilter } from '@helpdesk/staff/model/worklist'
import { FilterFields } from '@helpdesk/staff/screens/worklist/FilterFields'
import { Field, NativeSelect } from '@helpdesk/ui'
import * as texts from './texts'

interface ReportFiltersProps {
  filter: WorklistFilter
  onChange: (change: Partial<WorklistFilter>) => void
}

/** Status, priority and tag of the tickets that a report counts. */
export function ReportFilters({ filter, onChange }: ReportFiltersProps) {
  const { tag } = filter
  const { data: tags = [] } = useTags()
  const options = [...new Set([...(tag ? [tag] : []), ...tags])].sort((a, b) => a.localeCompare(b))
  return (
    <>
      <FilterFields
        filter={{ ...filter, search: '', tag: undefined }}
        searching={false}
        sorts={[]}
        activeFirst={false}
        onChange={onChange}
        labelled
      />
      <Field label={texts.tag}>
        <NativeSelect
          width="11rem"
          options={[
            { value: '', label: texts.allTags },
            ...options.map((value) => ({ value, label: value })),
          ]}
          value={tag ?? ''}
          onChange={({ target: { value } }) => onChange({ tag: value || undefined })}
        />
      </Field>
    </>
  )
}
