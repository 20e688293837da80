import { useAuth, useRole } from '@helpdesk/auth/session/hooks'
import { QueryProvider } from '@helpdesk/supabase/query/QueryProvider'
import { FullScreenSpinner } from '@helpdesk/ui/components/FullScreenSpinner'
import { chakra } from '@helpdesk/ui/components/layout'
import { Outlet, useLocation, useNavigation } from '@helpdesk/ui/router'
import { useAtomValue } from 'jotai'
import { Suspense, useEffect } from 'react'
import { preloadSessionExpired } from '../app/SessionExpired'
import { LazyHealthReporter } from '../health/LazyHealthReporter'
import { homeRemote } from '../remotes/registry'
import { registryAtom } from '../remotes/registry-state'
import { remotes } from '../remotes/remotes'
import { useRememberStart } from '../start/use-remember-start'
import { MenuLinks } from './MenuLinks'
import { menuOf, sidebarOf } from './menus'
import { Brand } from './Brand'
import { ConnectionBanner } from './ConnectionBanner'
import { LazyReleaseSwitch } from './LazyReleaseSwitch'
import { SupportLink } from './SupportLink'
import { UserMenu } from './UserMenu'
import { useErasePersonalData } from './use-erase-personal-data'
import { useScrollRestoration } from './use-scroll-restoration'

/** The layout of every signed-in page: menu, user and sign-out. */
export function AppLayout() {
  useScrollRestoration()
  useRememberStart()
  const role = useRole()
  const { user, expired } = useAuth()
  useErasePersonalData(user?.id)
  const { pathname } = useLocation()
  const navigation = useNavigation()
  // queues need the full width
  const wide = role === 'agent' || role === 'admin'
  const registry = useAtomValue(registryAtom)
  const sidebar = sidebarOf(registry, role, pathname)
  const home = registry && role && homeRemote(registry, role)

  useEffect(() => {
    if (!home) return
    const preload = () => {
      void remotes.load(home).catch(() => undefined)
      void preloadSessionExpired()
    }
    if (typeof requestIdleCallback !== 'function') return preload()
    const handle = requestIdleCallback(preload)
    return () => cancelIdleCallback(handle)
  }, [home])

  return (
    <QueryProvider userId={user?.id} expired={expired}>
      <Header wide={wide}>
        <Brand />
        <MenuRow>
          <Menu aria-label="Main">
            <MenuLinks entries={menuOf(registry, role)} path={pathname} />
          </Menu>
          {role === 'customer' && <SupportLink />}
        </MenuRow>
        <UserMenu email={user?.email ?? ''} role={role} />
        {navigation.state !== 'idle' && <Progress role="progressbar" aria-label="Loading page" />}
        <ConnectionBanner />
        <LazyReleaseSwitch />
        <LazyHealthReporter />
      </Header>
      <Body wide={wide}>
        {sidebar.length > 0 && (
          <Sidebar aria-label="Administration">
            <MenuLinks entries={sidebar} path={pathname} />
          </Sidebar>
        )}
        <Main id="main" tabIndex={-1}>
          <Suspense fallback={<FullScreenSpinner />}>
            <Outlet />
          </Suspense>
        </Main>
      </Body>
    </QueryProvider>
  )
}

const Header = chakra('header', {
  base: {
    position: 'sticky',
    top: '0',
    zIndex: '10',
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr) auto', md: 'auto minmax(0, 1fr) auto' },
    gridTemplateAreas: { base: '"brand user" "person person" "menu menu"', md: '"brand menu user"' },
    alignItems: 'center',
    columnGap: '4',
    // aligns the brand with the page's edge
    px: { base: '4', md: 'max(1.5rem, 50% - 38.5rem)' },
    bg: 'bg.panel',
    borderBottomWidth: '1px',
    borderColor: 'border',
  },
  variants: { wide: { true: { px: { base: '4', md: 'max(1.5rem, 50% - 50.5rem)' } } } },
})
const MenuRow = chakra('div', {
  base: { gridArea: 'menu', display: 'flex', alignItems: 'center', gap: '3', minWidth: '0' },
})
const Menu = chakra('nav', {
  base: {
    display: 'flex',
    gap: '1',
    overflowX: 'auto',
    mx: { base: '-2.5', md: '0' },
    py: { base: '1', md: '2.5' },
  },
})
const Progress = chakra('div', {
  base: {
    position: 'absolute',
    insetInline: '0',
    bottom: '-1px',
    height: '2px',
    bg: 'accent',
    animation: 'pulse 1s infinite',
  },
})
const Body = chakra('div', {
  base: {
    // offset for sticky elements of wide pages
    '--app-header': '3.375rem',
    display: 'flex',
    flexDirection: { base: 'column', md: 'row' },
    maxWidth: '80rem',
    mx: 'auto',
  },
  variants: { wide: { true: { maxWidth: '104rem' } } },
})
const Sidebar = chakra('nav', {
  base: {
    display: 'flex',
    flexDirection: { base: 'row', md: 'column' },
    gap: '1',
    flexShrink: '0',
    width: { md: '11rem' },
    overflowX: 'auto',
    px: { base: '1.5', md: '3' },
    pt: { base: '2', md: '6' },
  },
})
const Main = chakra('main', {
  base: {
    flex: '1',
    minWidth: '0',
    px: { base: '4', md: '6' },
    py: '6',
    outline: 'none',
  },
})
