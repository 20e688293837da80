import { chakra } from '@chakra-ui/react'
import { useEffect, useId, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { CloseIcon, MenuIcon } from '../icons/icons'
import { IconButton } from './IconButton'
import { SidebarNav, type NavItem } from './SidebarNav'
import { AccountPanel } from './AccountPanel'

export interface AppShellProps {
  /** The product's mark, at the top of the sidebar. */
  brand: ReactNode
  nav: readonly NavItem[]
  email: string
  role: string
  onSignOut: () => void
  signingOut?: boolean
  /** Beside the account, such as the theme switch. */
  actions?: ReactNode
  children: ReactNode
}

/** The signed-in frame: sidebar on a wide screen, a bar with a disclosure menu on a narrow one. */
export function AppShell({
  brand,
  nav,
  email,
  role,
  onSignOut,
  signingOut,
  actions,
  children,
}: AppShellProps) {
  const menuId = useId()
  const [open, setOpen] = useState(false)
  const { pathname } = useLocation()
  useEffect(() => setOpen(false), [pathname])
  return (
    <Frame>
      <SkipLink href="#main">Skip to content</SkipLink>
      <Side onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}>
        <Bar>
          <Brand>{brand}</Brand>
          <Toggle>
            <IconButton
              label={open ? 'Close menu' : 'Open menu'}
              aria-expanded={open}
              aria-controls={menuId}
              onClick={() => setOpen(!open)}
            >
              {open ? <CloseIcon /> : <MenuIcon />}
            </IconButton>
          </Toggle>
        </Bar>
        <Menu id={menuId} data-open={open || undefined}>
          <SidebarNav items={nav} />
          <AccountPanel
            email={email}
            role={role}
            onSignOut={onSignOut}
            signingOut={signingOut}
            actions={actions}
          />
        </Menu>
      </Side>
      <Main id="main" tabIndex={-1}>
        <Content>{children}</Content>
      </Main>
    </Frame>
  )
}

const wide = '@media (min-width: 48rem)'
const Frame = chakra('div', {
  base: { display: 'flex', flexDirection: { base: 'column', md: 'row' }, minHeight: '100dvh' },
})
const SkipLink = chakra('a', {
  base: {
    position: 'fixed',
    top: '2',
    insetInlineStart: '2',
    zIndex: '1100',
    px: '3',
    py: '1.5',
    bg: 'accent.solid',
    color: 'accent.contrast',
    borderRadius: 'md',
    fontWeight: 'medium',
    '&:not(:focus)': { clipPath: 'inset(50%)', width: '1px', height: '1px', overflow: 'hidden' },
  },
})
const Side = chakra('header', {
  base: {
    position: 'sticky',
    top: '0',
    zIndex: '100',
    display: 'flex',
    flexDirection: 'column',
    bg: 'bg.subtle',
    borderColor: 'border',
    borderBottomWidth: { base: '1px', md: '0' },
    borderInlineEndWidth: { base: '0', md: '1px' },
    [wide]: { width: '14.5rem', flexShrink: '0', height: '100dvh', overflowY: 'auto' },
  },
})
const Bar = chakra('div', {
  base: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', px: '4', height: '12' },
})
const Brand = chakra('div', {
  base: { fontWeight: 'semibold', display: 'flex', alignItems: 'center', gap: '2' },
})
const Toggle = chakra('div', { base: { display: { base: 'block', md: 'none' } } })
const Menu = chakra('div', {
  base: {
    display: { base: 'none', md: 'flex' },
    flexDirection: 'column',
    flex: '1',
    '&[data-open]': { display: 'flex' },
  },
})
const Main = chakra('main', { base: { flex: '1', minWidth: '0', outline: 'none' } })
const Content = chakra('div', {
  base: {
    maxWidth: '72rem',
    mx: 'auto',
    px: { base: '4', md: '8' },
    pt: { base: '5', md: '7' },
    pb: '16',
  },
})
