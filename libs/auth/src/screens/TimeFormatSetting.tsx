import type { TimeFormat } from '../model/preferences'
import { ChoiceGroup, type Choice } from './ChoiceGroup'
import { SaveStatus } from './SaveStatus'
import { useSetting } from './use-setting'
import * as texts from './texts'

const FORMATS: readonly Choice<TimeFormat>[] = [
  { value: 'auto', label: texts.automatic },
  { value: '12h', label: texts.twelveHours },
  { value: '24h', label: '15:07' },
]

/** 12-hour or 24-hour format for times. */
export function TimeFormatSetting() {
  const { preferences, saving, save } = useSetting()
  return (
    <>
      <ChoiceGroup
        legend={texts.timeFormat}
        value={preferences.time_format ?? 'auto'}
        choices={FORMATS}
        onChange={(time_format) => void save({ time_format })}
      />
      <SaveStatus saving={saving} />
    </>
  )
}
