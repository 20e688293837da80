import { chakra } from '@chakra-ui/react'
import { CheckIcon, CloseIcon, FileIcon } from '../icons/icons'
import { Button } from './Button'
import { formatBytes } from './format-bytes'
import { IconButton } from './IconButton'

export interface FileUpload {
  status: 'uploading' | 'done' | 'failed'
  /** 0 to 1. */
  progress?: number
  error?: string
}

export interface FileListProps {
  files: readonly File[]
  uploads?: readonly (FileUpload | undefined)[]
  onRemove: (index: number) => void
  onRetry?: (index: number) => void
  disabled?: boolean
}

/** Chosen files with their sizes, how far each upload is, and a way out for each. */
export function FileList({ files, uploads, onRemove, onRetry, disabled }: FileListProps) {
  if (!files.length) return null
  return (
    <List aria-label="Selected files">
      {files.map((file, index) => {
        const upload = uploads?.[index]
        return (
          <Item key={`${file.name}-${index}`}>
            <FileIcon />
            <Name title={file.name}>{file.name}</Name>
            <Size>{formatBytes(file.size)}</Size>
            {upload?.status === 'uploading' && (
              <Progress value={upload.progress} max={1} aria-label={`Uploading ${file.name}`} />
            )}
            {upload?.status === 'done' && <CheckIcon role="img" aria-hidden={false} aria-label="Uploaded" />}
            {upload?.status === 'failed' && <Failure role="alert">{upload.error ?? 'Upload failed'}</Failure>}
            {upload?.status === 'failed' && onRetry && (
              <Button size="sm" aria-label={`Retry ${file.name}`} onClick={() => onRetry(index)}>
                Retry
              </Button>
            )}
            <IconButton
              label={`Remove ${file.name}`}
              size="sm"
              minW="7"
              disabled={disabled}
              onClick={() => onRemove(index)}
            >
              <CloseIcon size={14} />
            </IconButton>
          </Item>
        )
      })}
    </List>
  )
}

const List = chakra('ul', { base: { mt: '2' } })
const Item = chakra('li', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    minHeight: '9',
    px: '2',
    borderBottomWidth: '1px',
    borderColor: 'border.muted',
    '& > svg': { color: 'fg.muted' },
  },
})
const Name = chakra('span', {
  base: { flex: '1', minWidth: '0', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
})
const Size = chakra('span', {
  base: { fontSize: 'sm', color: 'fg.muted', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
})
const Progress = chakra('progress', { base: { width: '20', height: '1', accentColor: 'accent' } })
const Failure = chakra('span', { base: { fontSize: 'sm', color: 'danger.fg' } })
