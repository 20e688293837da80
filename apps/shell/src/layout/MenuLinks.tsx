import { chakra } from '@helpdesk/ui/components/layout'
import { Link } from '@helpdesk/ui/router'
import { activeEntry, type MenuEntry } from './menus'

/** The links of a menu, with the entry of the current path marked. */
export function MenuLinks({ entries, path }: { entries: readonly MenuEntry[]; path: string }) {
  const active = activeEntry(entries, path)
  return entries.map((entry) => (
    <Entry key={entry.to} to={entry.to} aria-current={entry === active ? 'page' : undefined}>
      {entry.label}
    </Entry>
  ))
}

const Entry = chakra(
  Link,
  {
    base: {
      display: 'block',
      px: '2.5',
      py: '1.5',
      borderRadius: 'md',
      color: 'fg.muted',
      fontWeight: 'medium',
      whiteSpace: 'nowrap',
      transition: 'background 100ms',
      '@media (pointer: coarse)': { py: '3' },
      _hover: { bg: 'bg.muted', color: 'fg' },
      '&[aria-current=page]': { bg: 'bg.emphasized', color: 'fg' },
    },
  },
  { forwardProps: ['to'] },
)
