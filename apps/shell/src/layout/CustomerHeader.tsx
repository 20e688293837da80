import { useRole } from '@helpdesk/auth/session/hooks'
import { chakra } from '@helpdesk/ui/components/layout'
import { useLocation } from '@helpdesk/ui/router'
import { useAtomValue } from 'jotai'
import { registryAtom } from '../remotes/registry-state'
import { LazyBell } from '../notifications/LazyBell'
import { Brand } from './Brand'
import { MenuLinks } from './MenuLinks'
import { menuOf } from './menus'
import { PageStatus } from './PageStatus'
import { Person } from './Person'
import { SupportLink } from './SupportLink'
import { SignOutButton, ThemeSwitch } from './UserActions'
import * as texts from './texts'

/** The header of customers' pages. */
export function CustomerHeader() {
  const role = useRole()
  const registry = useAtomValue(registryAtom)
  const { pathname } = useLocation()
  return (
    <Header>
      <Brand />
      <MenuRow>
        <Menu aria-label={texts.main}>
          <MenuLinks entries={menuOf(registry, role)} path={pathname} />
        </Menu>
        <SupportLink />
      </MenuRow>
      <PersonArea>
        <Person />
      </PersonArea>
      <Actions>
        <LazyBell />
        <ThemeSwitch />
        <SignOutButton />
      </Actions>
      <PageStatus isInHeader />
    </Header>
  )
}

const Header = chakra('header', {
  base: {
    position: 'sticky',
    top: '0',
    zIndex: '10',
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr) auto', md: 'auto minmax(0, 1fr) auto auto' },
    gridTemplateAreas: {
      base: '"brand actions" "person person" "menu menu"',
      md: '"brand menu person actions"',
    },
    alignItems: 'center',
    columnGap: '4',
    minHeight: { md: '3.375rem' },
    pt: { base: '2', md: '0' },
    // aligns the brand with the page's edge
    px: { base: '4', md: 'max(1.5rem, 50% - 38.5rem)' },
    bg: 'bg.panel',
    borderBottomWidth: '1px',
    borderColor: 'border',
  },
})
const MenuRow = chakra('div', {
  base: { gridArea: 'menu', display: 'flex', alignItems: 'center', gap: '3', minWidth: '0' },
})
const Menu = chakra('nav', {
  base: { display: 'flex', gap: '1', overflowX: 'auto', mx: { base: '-2.5', md: '0' }, py: '1' },
})
// on a phone one line below the name: email and role
const PersonArea = chakra('div', {
  base: {
    gridArea: 'person',
    minWidth: '0',
    maxWidth: { md: '14rem' },
    textAlign: { md: 'end' },
    '& > div': {
      display: { base: 'flex', md: 'block' },
      alignItems: 'baseline',
      columnGap: '2',
      color: { base: 'fg.muted', md: 'fg' },
    },
  },
})
const Actions = chakra('div', {
  base: { gridArea: 'actions', display: 'flex', alignItems: 'center', gap: '2' },
})
