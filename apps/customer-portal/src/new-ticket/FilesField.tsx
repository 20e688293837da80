import { FileDropzone, Skeleton, Stack, Text } from '@helpdesk/ui'
import { NO_FILES_TEXT, type Refusal } from '@helpdesk/tickets/model/file-intake'
import type { FileLimits } from '@helpdesk/tickets/model/limits'
import { RefusedFiles } from '@helpdesk/tickets/screens/files/RefusedFiles'
import * as texts from './texts'

interface FilesFieldProps {
  /** undefined while stored files load. */
  files: readonly File[] | undefined
  /** Number of files being loaded, to reserve their space. */
  expected?: number | undefined
  refused?: readonly Refusal[] | undefined
  onChange: (files: File[]) => void
  limits: FileLimits
  disabled: boolean
}

/** The dropzone for a new ticket's files, or a text when the workspace accepts none. */
export function FilesField({
  files,
  expected = 0,
  refused = [],
  onChange,
  limits,
  disabled,
}: FilesFieldProps) {
  const { max_files: maxFiles, max_file_bytes: maxFileBytes, file_types: fileTypes } = limits
  return (
    <Stack gap="1.5">
      <Text as="span" fontSize="sm" fontWeight="medium">
        {texts.attachments}
      </Text>
      {maxFiles === 0 ? (
        <Text tone="muted">{NO_FILES_TEXT}</Text>
      ) : files ? (
        <FileDropzone
          files={files}
          onChange={onChange}
          disabled={disabled}
          limits={{ maxFiles, maxFileBytes, fileTypes }}
        />
      ) : (
        <Skeleton borderRadius="lg" style={{ height: `${7.5 + expected * 2.3125}rem` }} />
      )}
      <RefusedFiles refused={refused} />
    </Stack>
  )
}
