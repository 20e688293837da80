import { Button } from '@helpdesk/ui/components/Button'
import { Dialog } from '@helpdesk/ui/components/Dialog'
import { chakra } from '@helpdesk/ui/components/layout'
import { useWorkspace } from '@helpdesk/auth/session/workspace'
import { AvailabilitySwitch } from './AvailabilitySwitch'
import { HelpButton, SearchButton } from './SearchButton'
import { StaffMenu } from './StaffMenu'
import { ThemeSwitch } from './UserActions'
import * as texts from './texts'

interface MenuSheetProps {
  onClose: () => void
  /** Shows the sidebar again; absent where the screen is too narrow for it. */
  onPin?: (() => void) | undefined
}

/** The menus of staff over the page. */
export function MenuSheet({ onClose, onPin }: MenuSheetProps) {
  const { workspace_name: name } = useWorkspace()
  return (
    <Dialog title={name} size="side" lightDismiss onClose={onClose}>
      <SearchButton onOpen={onClose} />
      <StaffMenu />
      <div>
        <AvailabilitySwitch />
      </div>
      <Foot>
        {onPin && (
          <Button size="sm" onClick={onPin}>
            {texts.keepSidebar}
          </Button>
        )}
        <ThemeSwitch />
        <HelpButton onOpen={onClose} />
      </Foot>
    </Dialog>
  )
}

const Foot = chakra('div', {
  base: {
    display: 'flex',
    justifyContent: 'flex-end',
    alignItems: 'center',
    gap: '1',
    '& > button:first-of-type:not(:nth-last-of-type(2))': { me: 'auto' },
  },
})
