import {
  BookmarkIcon,
  Box,
  chakra,
  IconButton,
  ListIcon,
  PlusIcon,
  SettingsIcon,
  Skeleton,
  Text,
  UsersIcon,
  VisuallyHidden,
} from '@helpdesk/ui'
import { Link, useLocation, useSearchParams } from '@helpdesk/ui/router'
import { useActor } from '../state/use-actor'
import { VIEWS_PATH } from '../keys/places'
import { countText, countWords, viewHref, type SavedView } from '../model/saved-views'
import * as texts from './texts'

interface ViewsListProps {
  current: string | null
  /** In the user's order; undefined while they load. */
  views: readonly SavedView[] | undefined
  counts: Record<string, number> | undefined
  onEdit: (id: string) => void
  /** Saves the list on the screen as a view; absent on other pages. */
  onNew: (() => void) | undefined
}

/** Links to the saved views, with buttons to create and change them. */
export function ViewsList({ current, views, counts, onEdit, onNew }: ViewsListProps) {
  const actor = useActor()
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const isAll = pathname === VIEWS_PATH && current === null && (params.get('assigned') ?? 'any') === 'any'
  return (
    <Root aria-label={texts.views}>
      <Top>
        <h2>{texts.views}</h2>
        {onNew && (
          <IconButton label={texts.save} size="sm" onClick={onNew}>
            <PlusIcon size={14} />
          </IconButton>
        )}
      </Top>
      <ul>
        {actor?.role !== 'admin' && (
          <Item data-current={isAll || undefined}>
            <Link to={`${VIEWS_PATH}?assigned=any`} aria-current={isAll ? 'page' : undefined}>
              <ListIcon />
              <span>{texts.allTicketsTitle}</span>
            </Link>
          </Item>
        )}
        {views?.map((view) => (
          <Item key={view.id} data-current={view.id === current || undefined}>
            <Link
              to={viewHref(VIEWS_PATH, view)}
              title={view.name}
              aria-current={view.id === current ? 'page' : undefined}
            >
              {view.is_shared && view.owner_id !== actor?.id ? (
                <UsersIcon aria-label={texts.shared} />
              ) : (
                <BookmarkIcon />
              )}
              <span>{view.name}</span>
              <Count>
                <span aria-hidden>{countText(counts?.[view.id])}</span>
                {counts && <VisuallyHidden>, {countWords(counts[view.id])}</VisuallyHidden>}
              </Count>
            </Link>
            <IconButton label={texts.change(view.name)} size="sm" data-tool onClick={() => onEdit(view.id)}>
              <SettingsIcon size={12} />
            </IconButton>
          </Item>
        ))}
      </ul>
      {!views && (
        <>
          <VisuallyHidden role="status">{texts.loadingViews}</VisuallyHidden>
          {[80, 60, 70].map((width) => (
            <Box key={width} px="2" py="2.5" aria-hidden>
              <Skeleton height="3" width={`${width}%`} />
            </Box>
          ))}
        </>
      )}
      {views?.length === 0 && (
        <Text tone="muted" fontSize="sm" px="2" py="1">
          {texts.none}
        </Text>
      )}
    </Root>
  )
}

const Root = chakra('nav', { base: { '& ul': { listStyleType: 'none' } } })
const Top = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    ps: '2',
    height: '8',
    '& h2': { fontSize: 'xs', fontWeight: 'semibold', color: 'fg.muted' },
  },
})
const Item = chakra('li', {
  base: {
    position: 'relative',
    borderRadius: 'md',
    '& a': {
      display: 'flex',
      alignItems: 'center',
      gap: '2.5',
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
    '@media (hover: none)': {
      '& [data-tool]': { opacity: '1', top: '0', minW: '11', minH: '11', bg: 'transparent' },
      '& a': { pe: '12', minHeight: '11' },
    },
  },
})
const Count = chakra('span', {
  base: { minWidth: '6', textAlign: 'end', fontSize: 'sm', fontVariantNumeric: 'tabular-nums' },
})
