import { Box, Button, FileList, PaperclipIcon } from '@helpdesk/ui'
import { useRef } from 'react'
import { ACCEPTED_FILES } from '../../model/attachments'
import type { useChosenFiles } from '../detail/use-chosen-files'

type Chosen = ReturnType<typeof useChosenFiles>

/** The files that will go along with the next message, and why others will not. */
export function ChosenFiles({ chosen }: { chosen: Chosen }) {
  return (
    <>
      {chosen.files.length > 0 && <FileList files={chosen.files} onRemove={chosen.remove} />}
      {chosen.refused.length > 0 && (
        <Box as="ul" role="alert" listStyleType="none" fontSize="sm" color="danger.fg">
          {chosen.refused.map(({ name, reason }, index) => (
            <Box as="li" key={index} overflowWrap="anywhere">
              {name}: {reason}
            </Box>
          ))}
        </Box>
      )}
    </>
  )
}

/** Chooses files from the device; they are also dropped on the box, or pasted into it. */
export function AttachButton({ chosen }: { chosen: Chosen }) {
  const picker = useRef<HTMLInputElement>(null)
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
