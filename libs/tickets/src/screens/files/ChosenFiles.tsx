import { Button, FileList, PaperclipIcon, Text } from '@helpdesk/ui'
import { useRef } from 'react'
import { ACCEPTED_FILES } from '../../model/attachments'
import { NO_FILES_TEXT } from '../../model/file-intake'
import { RefusedFiles } from './RefusedFiles'
import type { useChosenFiles } from './use-chosen-files'

type Chosen = ReturnType<typeof useChosenFiles>

/** The files that will go along with the next message, and why others will not. */
export function ChosenFiles({ chosen }: { chosen: Chosen }) {
  return (
    <>
      {chosen.files.length > 0 && <FileList files={chosen.files} onRemove={chosen.remove} />}
      <RefusedFiles refused={chosen.refused} />
      {chosen.lost && (
        <Text role="status" tone="muted" fontSize="sm" marginTop="2">
          Your text is back as you left it. Its files have to be chosen again.
        </Text>
      )}
    </>
  )
}

/** Chooses files from the device; they are also dropped on the box, or pasted into it. */
export function AttachButton({ chosen }: { chosen: Chosen }) {
  const picker = useRef<HTMLInputElement>(null)
  if (!chosen.allowed) {
    return (
      <Text as="span" tone="muted" fontSize="sm" alignSelf="center">
        {NO_FILES_TEXT}
      </Text>
    )
  }
  return (
    <>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-hidden
        accept={Object.keys(ACCEPTED_FILES).join(',')}
        onChange={({ target }) => {
          chosen.add([...(target.files ?? [])])
          // The same file can be chosen again after it was removed.
          target.value = ''
        }}
      />
      <Button variant="ghost" onClick={() => picker.current?.click()}>
        <PaperclipIcon size={14} />
        Attach files
      </Button>
    </>
  )
}
