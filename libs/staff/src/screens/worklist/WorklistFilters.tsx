import { Button, chakra, SettingsIcon } from '@helpdesk/ui'
import { lazy, Suspense, useState, type RefObject } from 'react'
import { FilterFields, type FilterFieldsProps } from './FilterFields'
import { useNarrow } from './use-narrow'
import { WorklistSearch } from './WorklistSearch'

const FilterSheet = lazy(async () => ({ default: (await import('./FilterSheet')).FilterSheet }))

export interface WorklistFiltersProps extends FilterFieldsProps {
  /** The text of the search box; the list follows after a pause in typing. */
  search: string
  /** About the filters typed into the search box. */
  errors: readonly string[]
  onSearch: (text: string) => void
  searchRef: RefObject<HTMLInputElement | null>
}

/** Search, filters and order of the table; on narrow pages the filters are in a sheet. */
export function WorklistFilters({ search, errors, onSearch, searchRef, ...fields }: WorklistFiltersProps) {
  const narrow = useNarrow()
  const [isOpen, setOpen] = useState(false)
  const { status, priority, tag, sort } = fields.filter
  const chosen = [status, priority, tag, sort].filter(Boolean).length
  return (
    <Bar role="search">
      <WorklistSearch ref={searchRef} value={search} onChange={onSearch} errors={errors} />
      {narrow ? (
        <Button minHeight="11" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <SettingsIcon size={14} />
          Filters{chosen > 0 && ` (${chosen})`}
        </Button>
      ) : (
        <FilterFields {...fields} />
      )}
      {isOpen && narrow && (
        <Suspense>
          <FilterSheet {...fields} onClose={() => setOpen(false)} />
        </Suspense>
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
    gridTemplateColumns: {
      base: 'minmax(0, 1fr) max-content',
      md: 'minmax(8rem, 20rem) 8rem 8rem 9rem 2rem minmax(0, 1fr)',
    },
    '& input': { minHeight: { base: '11', md: '0' } },
  },
})
