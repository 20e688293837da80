import { menuCountsAtom } from '@helpdesk/ui/frame/frame'
import { VisuallyHidden } from '@helpdesk/ui/components/VisuallyHidden'
import { chakra } from '@helpdesk/ui/components/layout'
import { Link } from '@helpdesk/ui/router'
import { useAtomValue } from 'jotai'
import { menuIcon } from './menu-icons'
import { activeEntry, type MenuEntry } from './menus'

/** Counts above this are shown as `999+`. */
const MAX_COUNT = 999

/** A menu of the sidebar: icon, label and count of each entry, with the entry of the current path marked. */
export function SideLinks({ entries, path }: { entries: readonly MenuEntry[]; path: string }) {
  const active = activeEntry(entries, path)
  const counts = useAtomValue(menuCountsAtom)
  return (
    <List>
      {entries.map((entry) => {
        const Icon = menuIcon(entry.icon)
        const count = counts[entry.to]
        return (
          <li key={entry.to}>
            <Entry to={entry.to} aria-current={entry === active ? 'page' : undefined}>
              <Icon />
              <Label>{entry.label}</Label>
              {count !== undefined && count > 0 && (
                <Count>
                  <VisuallyHidden>, </VisuallyHidden>
                  {count > MAX_COUNT ? `${MAX_COUNT}+` : count}
                  <VisuallyHidden> tickets</VisuallyHidden>
                </Count>
              )}
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
