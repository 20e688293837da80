import type { UserFilter } from '../model/users'
import { chakra, Field, NativeSelect, SearchInput } from '@helpdesk/ui'

const roles = [
  { value: '', label: 'All Roles' },
  { value: 'customer', label: 'Customer' },
  { value: 'agent', label: 'Agent' },
  { value: 'admin', label: 'Admin' },
]
const states = [
  { value: '', label: 'All Accounts' },
  { value: 'yes', label: 'Active' },
  { value: 'no', label: 'Deactivated' },
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
      <SearchInput label="Search users" placeholder="Search users..." value={search} onChange={onSearch} />
      <Field label="Role" hideLabel>
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
      <Field label="Account" hideLabel>
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
