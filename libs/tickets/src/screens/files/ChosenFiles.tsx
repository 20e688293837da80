import { Button, FileList, PaperclipIcon, Text } from '@helpdesk/ui'
import { useRef } from 'react'
import { NO_FILES_TEXT } from '../../model/file-intake'
import { RefusedFiles } from './RefusedFiles'
import type { useChosenFiles } from './use-chosen-files'
import * as texts from '../texts'

type Chosen = ReturnType<typeof useChosenFiles>

/** The files of the next message, and those refused with their reason. */
export function ChosenFiles({ chosen }: { chosen: Chosen }) {
  return (
    <>
      {chosen.files.length > 0 && <FileList files={chosen.files} onRemove={chosen.remove} />}
      <RefusedFiles refused={chosen.refused} />
      {chosen.lost && (
        <Text role="status" tone="muted" fontSize="sm" marginTop="2">
          {texts.chooseFilesAgain}
        </Text>
      )}
    </>
  )
}

/** Opens the file picker. Files can also be dropped on the form or pasted into the text. */
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
        accept={chosen.accept}
        onChange={({ target }) => {
          chosen.add([...(target.files ?? [])])
          // Otherwise choosing a removed file again would fire no event.
          target.value = ''
        }}
      />
      <Button variant="ghost" onClick={() => picker.current?.click()}>
        <PaperclipIcon size={14} />
        {texts.attachFiles}
      </Button>
    </>
  )
}
