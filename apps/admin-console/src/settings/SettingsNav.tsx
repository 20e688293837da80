import { chakra } from '@helpdesk/ui'
import { NavLink } from '@helpdesk/ui/router'
import * as texts from './texts'

const PARTS = [
  { to: '/admin/settings', label: texts.yourAccount },
  { to: '/admin/settings/workspace', label: texts.workspace },
  { to: '/admin/settings/email', label: texts.email },
  { to: '/admin/settings/tags', label: texts.tags },
  { to: '/admin/settings/macros', label: texts.macros },
] as const

/** Navigation between the settings pages. */
export function SettingsNav() {
  return (
    <Nav aria-label={texts.settings}>
      {PARTS.map(({ to, label }) => (
        <NavLink key={to} to={to} end>
          {label}
        </NavLink>
      ))}
    </Nav>
  )
}

const Nav = chakra('nav', {
  base: {
    display: 'flex',
    gap: '4',
    mb: '5',
    overflowX: 'auto',
    borderBottomWidth: '1px',
    borderColor: 'border',
    '& a': {
      // The least width for fingers would let the words run into each other.
      flexShrink: '0',
      py: '2',
      px: '0.5',
      fontWeight: 'medium',
      whiteSpace: 'nowrap',
      color: 'fg.muted',
      borderBottomWidth: '2px',
      borderColor: 'transparent',
      marginBottom: '-1px',
      '@media (pointer: coarse)': { py: '3', minWidth: '11' },
      _hover: { color: 'fg' },
      _focusVisible: { outlineOffset: '-2px', borderRadius: 'sm' },
    },
    '& a[aria-current="page"]': { color: 'fg', borderColor: 'accent' },
  },
})
