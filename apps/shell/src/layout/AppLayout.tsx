import { isStaff } from '@helpdesk/auth/model/roles'
import { useAuth, useRole } from '@helpdesk/auth/session/hooks'
import { QueryProvider } from '@helpdesk/supabase/query/QueryProvider'
import { FullScreenSpinner } from '@helpdesk/ui/components/FullScreenSpinner'
import { chakra } from '@helpdesk/ui/components/layout'
import { Outlet } from '@helpdesk/ui/router'
import { useAtomValue } from 'jotai'
import { Suspense, useEffect } from 'react'
import { preloadSessionExpired } from '../app/SessionExpired'
import { preloadSignOutQuestion } from '../app/SignOutQuestion'
import { LazyHealthReporter } from '../health/LazyHealthReporter'
import { LazyScreenPreparation } from '../remotes/LazyScreenPreparation'
import { linkManifest } from '../install/link-manifest'
import { registerOfflinePage } from '../offline/register-offline-page'
import { homeRemote } from '../remotes/registry'
import { registryAtom } from '../remotes/registry-state'
import { remotes } from '../remotes/remotes'
import { useRememberStart } from '../start/use-remember-start'
import { CustomerHeader } from './CustomerHeader'
import { LazyReleaseSwitch } from './LazyReleaseSwitch'
import { PageStatus } from './PageStatus'
import { StaffBar } from './StaffBar'
import { StaffSidebar } from './StaffSidebar'
import { useErasePersonalData } from './use-erase-personal-data'
import { useScrollRestoration } from './use-scroll-restoration'
import { useSidebar } from './use-sidebar'

/**
 * The layout of every signed-in page: menu, user and sign-out.
 *
 * The frames of customers and staff come in one file. They hold links and words of the registry, no data and no command
 * of staff (AvailabilitySwitch loads its own), and a frame that came later would move the whole page.
 */
export function AppLayout() {
  useScrollRestoration()
  useRememberStart()
  const role = useRole()
  const { user, expired } = useAuth()
  useErasePersonalData(user?.id)
  const registry = useAtomValue(registryAtom)
  const home = registry && role && homeRemote(registry, role)
  const sidebar = useSidebar()
  const staff = isStaff(role)
  const frame = !staff ? 'customer' : sidebar.shown ? 'sidebar' : 'bar'

  useEffect(registerOfflinePage, [])
  useEffect(() => {
    if (!home) return
    const preload = () => {
      void remotes.load(home).catch(() => undefined)
      void preloadSessionExpired()
      void preloadSignOutQuestion()
      void import('../print/print.css')
      linkManifest()
    }
    if (typeof requestIdleCallback !== 'function') return preload()
    const handle = requestIdleCallback(preload)
    return () => cancelIdleCallback(handle)
  }, [home])

  return (
    <QueryProvider userId={user?.id} expired={expired}>
      <Frame frame={frame}>
        {frame === 'customer' && <CustomerHeader />}
        {frame === 'sidebar' && <StaffSidebar onHide={() => sidebar.hide(true)} />}
        {frame === 'bar' && <StaffBar onPin={sidebar.wide ? () => sidebar.hide(false) : undefined} />}
        <Column>
          {frame !== 'customer' && <PageStatus />}
          <LazyReleaseSwitch />
          <LazyHealthReporter />
          <LazyScreenPreparation />
          <Main id="main" tabIndex={-1} wide={staff}>
            <Suspense fallback={<FullScreenSpinner />}>
              <Outlet />
            </Suspense>
          </Main>
        </Column>
      </Frame>
    </QueryProvider>
  )
}

const Frame = chakra('div', {
  variants: {
    frame: {
      // About the height of the header, below which parts of the page stick. On a phone it has three rows.
      customer: {
        '--app-header': { base: '6.4rem', md: '3.375rem' },
        '@media (pointer: coarse)': { '--app-header': { base: '7.65rem', md: '3.375rem' } },
      },
      bar: { '--app-header': '3.25rem' },
      sidebar: { '--app-header': '0px', display: 'grid', gridTemplateColumns: '15rem minmax(0, 1fr)' },
    },
  },
})
const Column = chakra('div', { base: { minWidth: '0' } })
const Main = chakra('main', {
  base: { mx: 'auto', px: { base: '4', md: '6' }, py: { base: '4', md: '6' }, outline: 'none' },
  variants: { wide: { true: { maxWidth: '104rem' }, false: { maxWidth: '80rem' } } },
})
