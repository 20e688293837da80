import { Alert } from '@helpdesk/ui/components/Alert'
import { Button } from '@helpdesk/ui/components/Button'
import { chakra } from '@helpdesk/ui/components/layout'
import { CheckIcon } from '@helpdesk/ui/icons/icons'
import type { SavingState } from './use-setting'
import * as texts from './texts'

/** The state of the last change of a section, shown in the gap below it so that nothing moves. */
export function SaveStatus({ saving }: { saving: SavingState }) {
  if (saving.kind === 'failed') {
    return (
      <Alert
        title={texts.notSaved}
        action={
          <Button size="sm" onClick={saving.retry}>
            {texts.retry}
          </Button>
        }
      >
        {saving.text}
      </Alert>
    )
  }
  return (
    <Note role="status">
      {saving.kind === 'saving' && texts.savingChoice}
      {saving.kind === 'saved' && (
        <>
          <CheckIcon size={14} /> {texts.saved}
        </>
      )}
    </Note>
  )
}

const Note = chakra('p', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '1',
    height: '0',
    lineHeight: '1.25rem',
    fontSize: 'sm',
    color: 'fg.muted',
    marginTop: '-5',
    paddingTop: '5',
  },
})
