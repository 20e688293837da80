import { FILTER_SELECTS, paramsOf } from '@helpdesk/tickets/model/ticket-list'
import { Button, chakra, HStack, IconButton, SettingsIcon, SidebarIcon } from '@helpdesk/ui'
import { useSetAtom } from 'jotai'
import { lazy, Suspense, useState, type RefObject } from 'react'
import { splitViewAtom } from '../../state/split-view'
import type { ListColumns } from '../../state/list-columns'
import { ColumnsButton } from './ColumnsButton'
import { DensityButton } from './DensityButton'
import { FilterFields, type FilterFieldsProps } from './FilterFields'
import { useNarrow } from './use-narrow'
import { WorklistSearch } from './WorklistSearch'
import * as texts from './texts'

const FilterSheet = lazy(async () => ({ default: (await import('./FilterSheet')).FilterSheet }))

export interface WorklistFiltersProps extends FilterFieldsProps {
  /** The text of the search box; the list follows after a pause in typing. */
  search: string
  /** About the filters typed into the search box. */
  errors: readonly string[]
  /** The errors and the list are still those of an earlier text. */
  isPending: boolean
  onSearch: (text: string) => void
  /** Goes to the first ticket that the text finds. */
  onFirst: () => void
  searchRef: RefObject<HTMLInputElement | null>
  /** A ticket is open beside the list, which is narrow then. */
  isSplit: boolean
  /** Absent where they are fixed. */
  listColumns?: ListColumns | undefined
}

/** Search, filters and order of the table; on narrow pages the filters are in a sheet. */
export function WorklistFilters(props: WorklistFiltersProps) {
  const { search, errors, isPending, onSearch, onFirst, searchRef, isSplit, listColumns, ...fields } = props
  const setSplit = useSetAtom(splitViewAtom)
  const onPhone = useNarrow()
  const narrow = onPhone || isSplit
  const [isOpen, setOpen] = useState(false)
  const { status, sort } = fields.filter
  const chosen = [status, sort, ...paramsOf(fields.filter).map(([, value]) => value)].filter(Boolean).length
  return (
    <Bar role="search" data-narrow={narrow || undefined}>
      <WorklistSearch
        ref={searchRef}
        value={search}
        onChange={onSearch}
        onFirst={onFirst}
        errors={errors}
        isPending={isPending}
      />
      {narrow ? (
        <Button minHeight={onPhone ? '11' : undefined} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <SettingsIcon size={14} />
          {texts.filters}
          {chosen > 0 && ` (${chosen})`}
        </Button>
      ) : (
        <FilterFields {...fields} />
      )}
      {!onPhone && (
        <HStack gap="1" justifySelf="end" data-tools>
          {listColumns?.change && !isSplit && (
            <ColumnsButton columns={listColumns.columns} onChange={listColumns.change} />
          )}
          <DensityButton />
          <IconButton
            label={isSplit ? texts.closeSplitView : texts.splitView}
            aria-pressed={isSplit}
            onClick={() => setSplit(!isSplit)}
          >
            <SidebarIcon size={14} />
          </IconButton>
        </HStack>
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
    '[data-density=compact] &': { mb: '2' },
    alignItems: 'start',
    // Search, status and the other selects, order, its direction, tag.
    gridTemplateColumns: `minmax(8rem, 20rem) repeat(${FILTER_SELECTS.length + 1}, minmax(5rem, 8rem)) minmax(6rem, 9rem) 2rem minmax(6.75rem, 1fr)`,
    '& [data-tools]': { gridRow: '1', gridColumn: '-2' },
    '& [data-tools] [aria-pressed=true]': { color: 'accent.fg' },
    '&[data-narrow]': { gridTemplateColumns: 'minmax(0, 1fr) max-content' },
    '&[data-narrow]:has([data-tools])': {
      gridTemplateColumns: 'minmax(0, 1fr) max-content max-content',
    },
    '& input': { minHeight: { base: '11', md: '0' } },
  },
})
