import { getDefaultStore, useAtom } from 'jotai'
import { IconButton } from '../components/IconButton'
import { MonitorIcon, MoonIcon, SunIcon } from '../icons/icons'
import { colorModeAtom, type ColorMode } from './color-mode'

const next: Record<ColorMode, ColorMode> = { light: 'dark', dark: 'system', system: 'light' }
const icons = { light: SunIcon, dark: MoonIcon, system: MonitorIcon }

/** One button that goes round light, dark and the system's own theme. */
export function ColorModeSwitch() {
  const [mode, setMode] = useAtom(colorModeAtom, { store: getDefaultStore() })
  const Icon = icons[mode]
  return (
    <IconButton label={`Theme: ${mode}. Switch to ${next[mode]}`} onClick={() => setMode(next[mode])}>
      <Icon />
    </IconButton>
  )
}
