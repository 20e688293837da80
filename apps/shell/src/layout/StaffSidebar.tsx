import { useAuth } from '@helpdesk/auth/session/hooks'
import { Avatar } from '@helpdesk/ui/components/Avatar'
import { IconButton } from '@helpdesk/ui/components/IconButton'
import { SidebarIcon } from '@helpdesk/ui/icons/icons'
import { chakra } from '@helpdesk/ui/components/layout'
import { LazyBell } from '../notifications/LazyBell'
import { AvailabilitySwitch } from './AvailabilitySwitch'
import { Brand } from './Brand'
import { Person } from './Person'
import { HelpButton, SearchButton } from './SearchButton'
import { StaffMenu } from './StaffMenu'
import { SignOutButton, ThemeSwitch } from './UserActions'
import * as texts from './texts'

/** The sidebar of staff on wide screens. */
export function StaffSidebar({ onHide }: { onHide: () => void }) {
  const user = useAuth().user
  return (
    <Side>
      <Top>
        <Brand />
        <LazyBell />
        <IconButton label={texts.hideSidebar} size="sm" onClick={onHide}>
          <SidebarIcon />
        </IconButton>
      </Top>
      <SearchButton />
      <StaffMenu />
      <User>
        <Avatar name={user?.email} seed={user?.id} />
        <Person />
      </User>
      <Presence>
        <AvailabilitySwitch />
      </Presence>
      <Actions>
        <SignOutButton />
        <ThemeSwitch />
        <HelpButton />
      </Actions>
    </Side>
  )
}

const Side = chakra('header', {
  base: {
    position: 'sticky',
    top: '0',
    height: '100dvh',
    display: 'flex',
    flexDirection: 'column',
    px: '3',
    pb: '3',
    overflowY: 'auto',
    bg: 'bg.subtle',
    borderInlineEndWidth: '1px',
    borderColor: 'border',
  },
})
const Top = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '2',
    minHeight: '3.25rem',
    ps: '2',
    '& > a': { flex: '1' },
  },
})
const User = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2.5',
    mt: '2',
    pt: '3',
    px: '2',
    borderTopWidth: '1px',
    borderColor: 'border.muted',
    '& > div': { flex: '1' },
  },
})
const Presence = chakra('div', { base: { display: 'flex', mt: '2', px: '2' } })
const Actions = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '1',
    mt: '2',
    px: '2',
    '& > button:first-of-type': { me: 'auto' },
  },
})
