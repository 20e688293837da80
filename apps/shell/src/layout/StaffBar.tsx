import { IconButton } from '@helpdesk/ui/components/IconButton'
import { MenuIcon } from '@helpdesk/ui/icons/icons'
import { chakra } from '@helpdesk/ui/components/layout'
import { useLocation } from '@helpdesk/ui/router'
import { lazy, Suspense, useState } from 'react'
import { LazyBell } from '../notifications/LazyBell'
import { Brand } from './Brand'
import { Person } from './Person'
import { SearchButton } from './SearchButton'
import { SignOutButton } from './UserActions'
import * as texts from './texts'

const MenuSheet = lazy(async () => ({ default: (await import('./MenuSheet')).MenuSheet }))

/** The bar of staff in place of the sidebar: on narrow screens, and where the sidebar is hidden. */
export function StaffBar({ onPin }: { onPin: (() => void) | undefined }) {
  // by location, so that following a link of the menu closes it
  const { key } = useLocation()
  const [openAt, setOpenAt] = useState<string | null>(null)
  return (
    <>
      <Bar>
        <MenuArea>
          <IconButton
            label={texts.menu}
            minW="11"
            minH="11"
            aria-haspopup="dialog"
            onClick={() => setOpenAt(key)}
          >
            <MenuIcon size={20} />
          </IconButton>
        </MenuArea>
        <Brand />
        <PersonArea>
          <Person />
        </PersonArea>
        <Actions>
          <LazyBell />
          <SearchButton compact />
          <SignOutButton />
        </Actions>
      </Bar>
      {openAt === key && (
        <Suspense>
          <MenuSheet onClose={() => setOpenAt(null)} onPin={onPin} />
        </Suspense>
      )}
    </>
  )
}

const Bar = chakra('header', {
  base: {
    position: 'sticky',
    top: '0',
    zIndex: '10',
    display: 'grid',
    gridTemplateColumns: {
      base: 'auto minmax(0, 1fr) auto',
      md: 'auto minmax(0, 1fr) minmax(0, auto) auto',
    },
    gridTemplateAreas: {
      base: '"menu brand actions" "menu person actions"',
      md: '"menu brand person actions"',
    },
    alignItems: 'center',
    alignContent: 'center',
    columnGap: { base: '1', md: '4' },
    height: '3.25rem',
    px: { base: '1', md: '4' },
    pe: '3',
    bg: 'bg.panel',
    borderBottomWidth: '1px',
    borderColor: 'border',
  },
})
const MenuArea = chakra('div', { base: { gridArea: 'menu' } })
const PersonArea = chakra('div', {
  base: {
    gridArea: 'person',
    minWidth: '0',
    textAlign: { md: 'end' },
    '& > div': {
      display: { base: 'flex', md: 'block' },
      alignItems: 'baseline',
      columnGap: '1.5',
      fontSize: { base: 'xs', md: 'sm' },
      color: { base: 'fg.muted', md: 'fg' },
    },
  },
})
const Actions = chakra('div', {
  base: { gridArea: 'actions', display: 'flex', alignItems: 'center', gap: { base: '1', md: '2' } },
})
