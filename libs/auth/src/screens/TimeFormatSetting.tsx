import type { TimeFormat } from '../model/preferences'
import { ChoiceGroup, type Choice } from './ChoiceGroup'
import { SavingNote } from './SavingNote'
import { useSetting } from './use-setting'

const FORMATS: readonly Choice<TimeFormat>[] = [
  { value: 'auto', label: 'Automatic' },
  { value: '12h', label: '3:07 PM' },
  { value: '24h', label: '15:07' },
]

/** On which clock times are written. */
export function TimeFormatSetting() {
  const { preferences, saving, save } = useSetting()
  return (
    <>
      <ChoiceGroup
        legend="Time format"
        value={preferences.time_format ?? 'auto'}
        choices={FORMATS}
        onChange={(time_format) => void save({ time_format })}
      />
      <SavingNote saving={saving} />
    </>
  )
}
