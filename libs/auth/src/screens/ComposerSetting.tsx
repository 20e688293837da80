import type { ComposerKind } from '../model/preferences'
import { ChoiceGroup, type Choice } from './ChoiceGroup'
import { SaveStatus } from './SaveStatus'
import { useSetting } from './use-setting'
import * as texts from './texts'

const KINDS: readonly Choice<ComposerKind>[] = [
  { value: 'rich', label: texts.richEditor },
  { value: 'plain', label: texts.plainTextBox },
]

/** Whether messages are written in the editor or in a plain text box. */
export function ComposerSetting() {
  const { preferences, saving, save } = useSetting()
  return (
    <>
      <ChoiceGroup
        legend={texts.writeMessagesIn}
        value={preferences.composer ?? 'rich'}
        choices={KINDS}
        onChange={(composer) => void save({ composer })}
      />
      <SaveStatus saving={saving} />
    </>
  )
}
