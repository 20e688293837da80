import { colorModeAtom } from '@helpdesk/ui/color-mode/color-mode'
import { MonitorIcon, MoonIcon, SunIcon } from '@helpdesk/ui/icons/icons'
import { getDefaultStore, useAtom } from 'jotai'
import type { Theme } from '../model/preferences'
import { ChoiceGroup, type Choice } from './ChoiceGroup'
import { SaveStatus } from './SaveStatus'
import { useSetting } from './use-setting'
import * as texts from './texts'

const THEMES: readonly Choice<Theme>[] = [
  { value: 'system', label: texts.system, icon: <MonitorIcon /> },
  { value: 'light', label: texts.light, icon: <SunIcon /> },
  { value: 'dark', label: texts.dark, icon: <MoonIcon /> },
]

/** Theme setting: applied at once, kept in this browser for the first paint, and saved in the profile for other devices. */
export function ThemeSetting() {
  const [mode, setMode] = useAtom(colorModeAtom, { store: getDefaultStore() })
  const { saving, save } = useSetting()
  return (
    <>
      <ChoiceGroup
        legend={texts.theme}
        value={mode}
        choices={THEMES}
        onChange={(theme) => {
          setMode(theme)
          void save({ theme })
        }}
      />
      <SaveStatus saving={saving} />
    </>
  )
}
