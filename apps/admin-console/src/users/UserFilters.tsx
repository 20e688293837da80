import type { UserFilter } from '../model/users'
import { chakra, Field, NativeSelect, SearchInput } from '@helpdesk/ui'
import * as texts from './texts'

const roles = [
  { value: '', label: texts.allRoles },
  { value: 'customer', label: texts.customer },
  { value: 'agent', label: texts.agent },
  { value: 'admin', label: texts.admin },
]
const states = [
  { value: '', label: texts.allAccounts },
  { value: 'yes', label: texts.active },
  { value: 'no', label: texts.deactivatedState },
]

interface UserFiltersProps {
  search: string
  onSearch: (text: string) => void
  filter: UserFilter
  onChange: (part: Partial<UserFilter>) => void
}

/** Search and filters of the user list. */
export function UserFilters({ search, onSearch, filter, onChange }: UserFiltersProps) {
  const active = filter.active === undefined ? '' : filter.active ? 'yes' : 'no'
  return (
    <Bar>
      <SearchInput
        label={texts.search}
        placeholder={texts.searchPlaceholder}
        value={search}
        onChange={onSearch}
      />
      <Field label={texts.role} hideLabel>
        <NativeSelect
          options={roles}
          value={filter.role ?? ''}
          onChange={({ target: { value } }) =>
            onChange({
              role: value === 'customer' || value === 'agent' || value === 'admin' ? value : undefined,
            })
          }
        />
      </Field>
      <Field label={texts.account} hideLabel>
        <NativeSelect
          options={states}
          value={active}
          onChange={({ target: { value } }) =>
            onChange({ active: value === 'yes' ? true : value === 'no' ? false : undefined })
          }
        />
      </Field>
    </Bar>
  )
}

const Bar = chakra('div', {
  base: {
    display: 'grid',
    gap: '2',
    mb: '3',
    gridTemplateColumns: { base: '1fr 1fr', md: 'minmax(0, 22rem) 10rem 10rem' },
    '& > :first-of-type': { gridColumn: { base: '1 / -1', md: 'auto' } },
  },
})
