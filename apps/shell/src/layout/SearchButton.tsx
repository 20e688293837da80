import { pageCommandsAtom } from '@helpdesk/ui/frame/frame'
import { IconButton } from '@helpdesk/ui/components/IconButton'
import { chakra } from '@helpdesk/ui/components/layout'
import { KeyboardIcon, SearchIcon } from '@helpdesk/ui/icons/icons'
import { useAtomValue } from 'jotai'
import * as texts from './texts'

const LABEL = texts.searchOrJump
const isMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent)

interface SearchButtonProps {
  /** Only an icon. */
  compact?: boolean
  /** Called before the palette opens, to close the menu. */
  onOpen?: () => void
}

/** Opens the command palette of the page, which loads after the first paint. */
export function SearchButton({ compact, onOpen }: SearchButtonProps) {
  const commands = useAtomValue(pageCommandsAtom)
  const open = () => {
    onOpen?.()
    commands?.openPalette()
  }
  if (compact)
    return (
      <IconButton label={LABEL} minW="11" minH="11" onClick={open}>
        <SearchIcon size={18} />
      </IconButton>
    )
  return (
    <Box type="button" onClick={open}>
      <SearchIcon />
      <span>{LABEL}</span>
      <kbd aria-hidden>{isMac() ? texts.commandK : texts.controlK}</kbd>
    </Box>
  )
}

/** Opens the list of shortcuts of the page. */
export function HelpButton({ onOpen }: { onOpen?: () => void }) {
  const commands = useAtomValue(pageCommandsAtom)
  const open = () => {
    onOpen?.()
    commands?.openHelp()
  }
  return (
    <IconButton label={texts.shortcuts} onClick={open}>
      <KeyboardIcon />
    </IconButton>
  )
}

const Box = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    flexShrink: '0',
    width: 'full',
    height: '8',
    mb: '3',
    px: '2',
    fontSize: 'sm',
    textAlign: 'start',
    color: 'fg.muted',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'md',
    cursor: 'pointer',
    '@media (pointer: coarse)': { height: '11' },
    _hover: { color: 'fg', borderColor: 'border.emphasized' },
    '& > span': { flex: '1', minWidth: '0', truncate: true },
    '& kbd': { fontFamily: 'body', fontSize: 'xs', color: 'fg.subtle' },
  },
})
