import { useRole } from '@helpdesk/auth/session/hooks'
import { menuSlotAtom } from '@helpdesk/ui/frame/frame'
import { chakra } from '@helpdesk/ui/components/layout'
import { useLocation } from '@helpdesk/ui/router'
import { useAtomValue, useSetAtom } from 'jotai'
import { registryAtom } from '../remotes/registry-state'
import { activeEntry, menuOf } from './menus'
import { SideLinks } from './SideLinks'
import * as texts from './texts'

/** The menus of staff, with the place between them that the current remote fills. */
export function StaffMenu() {
  const role = useRole()
  const registry = useAtomValue(registryAtom)
  const setSlot = useSetAtom(menuSlotAtom)
  const { pathname } = useLocation()
  const [upper, lower] = [menuOf(registry, role), menuOf(registry, role, 'sidebar')]
  // One of both menus: a page of the lower one may be below one of the upper.
  const active = activeEntry([...upper, ...lower], pathname)
  return (
    <>
      <nav aria-label={texts.main}>
        <SideLinks entries={upper} active={active} />
      </nav>
      <Slot ref={setSlot} />
      <Lower aria-label={role === 'admin' ? texts.administration : texts.workspace}>
        <SideLinks entries={lower} active={active} />
      </Lower>
    </>
  )
}

// takes all space that is left, so that the menu below it stays in place while views load
const Slot = chakra('div', { base: { flex: '1 1 8rem', minHeight: '8rem', overflowY: 'auto', my: '3' } })
const Lower = chakra('nav', { base: { borderTopWidth: '1px', borderColor: 'border.muted', pt: '2' } })
