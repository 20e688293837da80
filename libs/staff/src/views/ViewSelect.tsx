import { Box, Field, Flex, IconButton, NativeSelect, PlusIcon, SettingsIcon } from '@helpdesk/ui'
import { useNavigate, useSearchParams } from '@helpdesk/ui/router'
import { countText, viewHref, type SavedView } from '../model/saved-views'
import type { ViewsProps } from './ViewsSidebar'

const ALL = 'all'

/** The saved views as a select, on narrow pages. */
export function ViewSelect({ home, current, views, counts, onEdit, onNew }: ViewsProps) {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const label = ({ id, name }: SavedView) =>
    counts?.[id] === undefined ? name : `${name} (${countText(counts[id])})`
  const isAll = current === null && params.get('assigned') === 'any'
  const options = [
    { value: '', label: views ? 'Saved views...' : 'Loading views...' },
    { value: ALL, label: 'All Tickets' },
    ...(views ?? []).map((view) => ({ value: view.id, label: label(view) })),
  ]
  function choose(value: string) {
    const view = views?.find(({ id }) => id === value)
    if (view) void navigate(viewHref(home, view))
    else if (value === ALL) void navigate(`${home}?assigned=any`)
  }
  const known = views?.some(({ id }) => id === current)
  return (
    <Flex as="nav" aria-label="Views" gap="1" marginBottom="3">
      <Box flex="1" minWidth="0">
        <Field label="View" hideLabel>
          <NativeSelect
            options={options}
            value={known && current ? current : isAll ? ALL : ''}
            onChange={({ target }) => choose(target.value)}
          />
        </Field>
      </Box>
      {known && current && (
        <IconButton label="Change this view" variant="outline" onClick={() => onEdit(current)}>
          <SettingsIcon size={14} />
        </IconButton>
      )}
      <IconButton label="Save this list as a view" variant="outline" onClick={onNew}>
        <PlusIcon size={14} />
      </IconButton>
    </Flex>
  )
}
