import { menuCountsAtom } from '@helpdesk/ui/frame/frame'
import { chakra } from '@helpdesk/ui/components/layout'
import { Link } from '@helpdesk/ui/router'
import { useAtomValue } from 'jotai'
import { menuIcon } from './menu-icons'
import type { MenuEntry } from './menus'
import * as texts from './texts'

/** Counts above this are shown as `999+`. */
const MAX_COUNT = 999
const shown = (count: number) => (count > MAX_COUNT ? `${MAX_COUNT}+` : count)

interface SideLinksProps {
  entries: readonly MenuEntry[]
  /** The entry of the current page. */
  active: MenuEntry | undefined
}

/** A menu of the sidebar: icon, label and count of each entry, with the current one marked. */
export function SideLinks({ entries, active }: SideLinksProps) {
  const counts = useAtomValue(menuCountsAtom)
  return (
    <List>
      {entries.map((entry) => {
        const Icon = menuIcon(entry.icon)
        const count = counts[entry.to]
        return (
          <li key={entry.to}>
            <Entry
              to={entry.to}
              aria-current={entry === active ? 'page' : undefined}
              // Text of its own: the parts would be read with a space before the comma.
              aria-label={count ? texts.withTickets(entry.label, shown(count), count) : undefined}
            >
              <Icon />
              <Label>{entry.label}</Label>
              {count ? <Count>{shown(count)}</Count> : null}
            </Entry>
          </li>
        )
      })}
    </List>
  )
}

const List = chakra('ul', { base: { listStyleType: 'none' } })
const Entry = chakra(
  Link,
  {
    base: {
      display: 'flex',
      alignItems: 'center',
      gap: '2.5',
      minHeight: '8',
      px: '2',
      borderRadius: 'md',
      color: 'fg.muted',
      '@media (pointer: coarse)': { minHeight: '11' },
      _hover: { bg: 'bg.muted', color: 'fg' },
      '&[aria-current=page]': { bg: 'bg.emphasized', color: 'fg', fontWeight: 'medium' },
    },
  },
  { forwardProps: ['to'] },
)
const Label = chakra('span', {
  base: {
    flex: '1',
    minWidth: '0',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
})
const Count = chakra('span', {
  base: { fontSize: 'sm', color: 'fg.muted', fontWeight: 'normal', fontVariantNumeric: 'tabular-nums' },
})
