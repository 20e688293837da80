import {
  Box,
  Button,
  chakra,
  IconButton,
  PlusIcon,
  SettingsIcon,
  Skeleton,
  Text,
  UsersIcon,
  VisuallyHidden,
} from '@helpdesk/ui'
import { Link, useSearchParams } from '@helpdesk/ui/router'
import { useActor } from '../api/use-actor'
import { countText, countWords, viewHref, type SavedView } from '../model/saved-views'

export interface ViewsProps {
  home: string
  current: string | null
  /** In the user's order; undefined while they load. */
  views: readonly SavedView[] | undefined
  counts: Record<string, number> | undefined
  onEdit: (id: string) => void
  onNew: () => void
}

/** The sidebar of saved views, with buttons to create and edit them. */
export function ViewsSidebar({
  home,
  current,
  views,
  counts,
  onEdit,
  onNew,
  onHelp,
  onPalette,
}: ViewsProps & { onHelp: () => void; onPalette: () => void }) {
  const me = useActor()?.id
  const [params] = useSearchParams()
  return (
    <Rail aria-label="Views">
      <Top>
        <h2>Views</h2>
        <IconButton label="Save this list as a view" size="sm" onClick={onNew}>
          <PlusIcon size={14} />
        </IconButton>
      </Top>
      <ul>
        <Item data-current={(current === null && params.get('assigned') === 'any') || undefined}>
          <Link to={`${home}?assigned=any`}>
            <span>All Tickets</span>
          </Link>
        </Item>
        {views?.map((view) => (
          <Item key={view.id} data-current={view.id === current || undefined}>
            <Link
              to={viewHref(home, view)}
              title={view.name}
              aria-current={view.id === current ? 'page' : undefined}
            >
              <span>{view.name}</span>
              {view.is_shared && view.owner_id !== me && <UsersIcon size={12} aria-label="Shared" />}
              <Count>
                <span aria-hidden>{countText(counts?.[view.id])}</span>
                {counts && <VisuallyHidden>, {countWords(counts[view.id])}</VisuallyHidden>}
              </Count>
            </Link>
            <IconButton
              label={`Change the view ${view.name}`}
              size="sm"
              data-tool
              onClick={() => onEdit(view.id)}
            >
              <SettingsIcon size={12} />
            </IconButton>
          </Item>
        ))}
      </ul>
      {!views && (
        <>
          <VisuallyHidden role="status">Loading views...</VisuallyHidden>
          {[80, 60, 70].map((width) => (
            <Box key={width} px="2" py="2.5" aria-hidden>
              <Skeleton height="3" width={`${width}%`} />
            </Box>
          ))}
        </>
      )}
      {views?.length === 0 && (
        <Text tone="muted" fontSize="sm" px="2" py="1">
          Filter the list, then keep it here under a name with +.
        </Text>
      )}
      <Foot>
        <Button size="sm" variant="ghost" onClick={onPalette}>
          Commands
        </Button>
        <Button size="sm" variant="ghost" onClick={onHelp}>
          Shortcuts
        </Button>
      </Foot>
    </Rail>
  )
}

const Rail = chakra('nav', {
  base: {
    position: 'sticky',
    top: '16',
    maxHeight: 'calc(100dvh - 5rem)',
    overflowY: 'auto',
    fontSize: 'md',
    '& ul': { listStyleType: 'none' },
  },
})
const Top = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    ps: '2',
    height: '8',
    '& h2': { fontSize: 'sm', fontWeight: 'semibold', color: 'fg.muted' },
  },
})
const Item = chakra('li', {
  base: {
    position: 'relative',
    borderRadius: 'md',
    '& a': {
      display: 'flex',
      alignItems: 'center',
      gap: '1.5',
      minHeight: '8',
      px: '2',
      borderRadius: 'md',
      color: 'fg.muted',
    },
    '& a > span:first-of-type': { flex: '1', minWidth: '0', truncate: true },
    '& a > svg': { flexShrink: '0' },
    '&:hover': { bg: 'bg.muted' },
    '&[data-current]': { bg: 'bg.emphasized', '& a': { color: 'fg', fontWeight: 'medium' } },
    '& [data-tool]': {
      position: 'absolute',
      insetInlineEnd: '0.5',
      top: '0.5',
      minW: '7',
      bg: 'bg.muted',
      opacity: '0',
    },
    '&:hover [data-tool], & [data-tool]:focus-visible': { opacity: '1' },
    '@media (hover: none)': { '& [data-tool]': { opacity: '1' }, '& a': { pe: '8' } },
  },
})
const Count = chakra('span', {
  base: { minWidth: '6', textAlign: 'end', fontSize: 'sm', fontVariantNumeric: 'tabular-nums' },
})
const Foot = chakra('div', {
  base: { display: 'flex', mt: '3', pt: '2', borderTopWidth: '1px', borderColor: 'border.muted' },
})
