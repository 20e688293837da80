import { AUDIT_ACTIONS, isAuditAction } from '../model/audit-actions'
import { usePerson } from '../api/get-person'
import type { AuditFilter } from '../model/audit'
import { Button, chakra, CloseIcon, Field, IconButton, NativeSelect } from '@helpdesk/ui'
import { useState } from 'react'
import { PersonPicker } from './PersonPicker'
import * as texts from './texts'

const actions = [
  { value: '', label: texts.allActions },
  ...Object.entries(AUDIT_ACTIONS).map(([value, label]) => ({ value, label })),
]

interface AuditFiltersProps {
  filter: AuditFilter
  onChange: (part: Partial<AuditFilter>) => void
}

/** Filters by action, and by person as actor or target. */
export function AuditFilters({ filter, onChange }: AuditFiltersProps) {
  const [picking, setPicking] = useState(false)
  const { data: person } = usePerson(filter.person)
  const name = filter.person === undefined ? texts.anyone : (person?.name ?? texts.someone)
  return (
    <Bar>
      <Field label={texts.action} hideLabel>
        <NativeSelect
          options={actions}
          value={filter.action ?? ''}
          onChange={({ target: { value } }) => onChange({ action: isAuditAction(value) ? value : undefined })}
        />
      </Field>
      <Person>
        <Button
          onClick={() => setPicking(true)}
          title={person?.email ?? undefined}
          minWidth="0"
          overflow="hidden"
        >
          <Name>{texts.person(name)}</Name>
        </Button>
        {filter.person && (
          <IconButton label={texts.showEveryone} onClick={() => onChange({ person: undefined })}>
            <CloseIcon size={14} />
          </IconButton>
        )}
      </Person>
      {picking && (
        <PersonPicker
          onClose={() => setPicking(false)}
          onPick={(id) => {
            setPicking(false)
            onChange({ person: id })
          }}
        />
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
    gridTemplateColumns: { base: '1fr', sm: '13rem minmax(0, auto) 1fr' },
  },
})
const Person = chakra('div', { base: { display: 'flex', alignItems: 'center', gap: '1', minWidth: '0' } })
const Name = chakra('span', { base: { overflow: 'hidden', textOverflow: 'ellipsis' } })
