import { chakra } from '@helpdesk/ui'
import { NavLink } from '@helpdesk/ui/router'

const PARTS = [
  { to: '/admin/settings', label: 'Your account' },
  { to: '/admin/settings/workspace', label: 'Workspace' },
  { to: '/admin/settings/tags', label: 'Tags' },
  { to: '/admin/settings/macros', label: 'Macros' },
] as const

/** Navigation between the settings pages. */
export function SettingsNav() {
  return (
    <Nav aria-label="Settings">
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
      py: '2',
      px: '0.5',
      fontWeight: 'medium',
      whiteSpace: 'nowrap',
      color: 'fg.muted',
      borderBottomWidth: '2px',
      borderColor: 'transparent',
      marginBottom: '-1px',
      _hover: { color: 'fg' },
      _focusVisible: { outlineOffset: '-2px', borderRadius: 'sm' },
    },
    '& a[aria-current="page"]': { color: 'fg', borderColor: 'accent' },
  },
})
