import { getDefaultStore, useAtom } from 'jotai'
import { IconButton } from '../components/IconButton'
import { MonitorIcon, MoonIcon, SunIcon } from '../icons/icons'
import { colorModeAtom, type ColorMode } from './color-mode'
import * as texts from './texts'

const next: Record<ColorMode, ColorMode> = { light: 'dark', dark: 'system', system: 'light' }
const icons = { light: SunIcon, dark: MoonIcon, system: MonitorIcon }

/**
 * A button that cycles through light, dark and the system's theme.
 * @param onChange - called with the new mode, for instance to save it in the profile
 */
export function ColorModeSwitch({ onChange }: { onChange?: (mode: ColorMode) => void }) {
  const [mode, setMode] = useAtom(colorModeAtom, { store: getDefaultStore() })
  const Icon = icons[mode]
  return (
    <IconButton
      label={texts.switchTheme(mode, next[mode])}
      onClick={() => {
        setMode(next[mode])
        onChange?.(next[mode])
      }}
    >
      <Icon />
    </IconButton>
  )
}
