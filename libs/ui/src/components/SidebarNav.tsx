import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router-dom'

export interface NavItem {
  to: string
  label: string
  icon?: ReactNode
  /** Marks the item as current only on exactly this path. */
  end?: boolean
}

/** The menu; the current page is marked by `aria-current` and by weight. */
export function SidebarNav({ items, label = 'Main' }: { items: readonly NavItem[]; label?: string }) {
  return (
    <Nav aria-label={label}>
      {items.map(({ to, label, icon, end }) => (
        <Item asChild key={to}>
          <NavLink to={to} end={end}>
            {icon}
            {label}
          </NavLink>
        </Item>
      ))}
    </Nav>
  )
}

const Nav = chakra('nav', {
  base: { display: 'flex', flexDirection: 'column', gap: '0.5', px: '2', py: '2', flex: '1' },
})
const Item = chakra('a', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2.5',
    px: '2',
    minHeight: { base: '9', md: '8' },
    borderRadius: 'md',
    color: 'fg.muted',
    fontWeight: 'medium',
    transition: 'background-color 100ms, color 100ms',
    _hover: { bg: 'bg.muted', color: 'fg' },
    '&[aria-current="page"]': { bg: 'bg.emphasized', color: 'fg' },
    '&[aria-current="page"] svg': { color: 'accent.fg' },
    _focusVisible: { outlineOffset: '-2px' },
  },
})
