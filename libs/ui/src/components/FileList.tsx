import { chakra } from '@chakra-ui/react'
import type { MouseEvent } from 'react'
import { CheckIcon, CloseIcon, ErrorIcon, FileIcon } from '../icons/icons'
import { Button } from './Button'
import { FailureText } from './FailureText'
import { formatBytes } from './format-bytes'
import { IconButton } from './IconButton'
import * as texts from './file-texts'

export interface FileUpload {
  status: 'waiting' | 'uploading' | 'done' | 'failed' | 'cancelled'
  /** 0 to 1. */
  progress?: number
  error?: string
}

export interface FileListProps {
  files: readonly File[]
  /** The state of each file's upload, in the order of `files`. */
  uploads?: readonly (FileUpload | undefined)[]
  /** Removes a file from the list; shown until its upload starts. */
  onRemove?: (index: number) => void
  /** Cancels a waiting or running upload. */
  onCancel?: (index: number) => void
  /** Retries a failed or cancelled upload. */
  onRetry?: (index: number) => void
  disabled?: boolean
  label?: string
}

/** Files with size, upload progress and a button to remove or cancel each. */
export function FileList({ files, uploads, label = texts.selectedFiles, ...actions }: FileListProps) {
  if (!files.length) return null
  return (
    <List aria-label={label} tabIndex={-1}>
      {files.map((file, index) => {
        const upload = uploads?.[index]
        const failed = upload?.status === 'failed'
        return (
          <Item key={`${file.name}-${index}`} failed={failed} tabIndex={-1}>
            {failed ? <ErrorIcon /> : <FileIcon />}
            <Texts>
              <NameLine>
                <Name title={file.name}>{file.name}</Name>
                <Size>{formatBytes(file.size)}</Size>
              </NameLine>
              {upload && <UploadState name={file.name} {...upload} />}
            </Texts>
            <FileActions name={file.name} index={index} upload={upload} {...actions} />
          </Item>
        )
      })}
    </List>
  )
}

const LABELS = { waiting: texts.waiting, done: texts.uploaded, cancelled: texts.cancelled }

/** One line of the same height in every state, so that the layout does not shift during an upload. */
function UploadState({
  name,
  status,
  progress = 0,
  error = texts.uploadFailed,
}: FileUpload & { name: string }) {
  if (status === 'failed') {
    return (
      <State role="alert" tone="danger">
        <FailureText>{error}</FailureText>
      </State>
    )
  }
  if (status !== 'uploading') {
    return (
      <State tone={status === 'done' ? 'success' : 'muted'}>
        {status === 'done' && <CheckIcon size={14} />}
        {LABELS[status]}
      </State>
    )
  }
  return (
    <State tone="muted">
      <Progress value={progress} max={1} aria-label={texts.uploading(name)} />
      <Percent>{Math.floor(progress * 100)}%</Percent>
    </State>
  )
}

/** Moves the focus to the item or list, because the clicked button disappears. */
const keepFocus = (event: MouseEvent<HTMLElement>, place: 'li' | 'ul') =>
  event.currentTarget.closest<HTMLElement>(place)?.focus()

type ActionProps = Pick<FileListProps, 'onRemove' | 'onCancel' | 'onRetry' | 'disabled'> & {
  name: string
  index: number
  upload: FileUpload | undefined
}

function FileActions({ name, index, upload, onRemove, onCancel, onRetry, disabled }: ActionProps) {
  const running = upload?.status === 'waiting' || upload?.status === 'uploading'
  const stopped = upload?.status === 'failed' || upload?.status === 'cancelled'
  const action = running ? onCancel : upload?.status === 'done' ? undefined : onRemove
  const label = running ? texts.cancel(name) : texts.remove(name)
  return (
    <>
      {stopped && onRetry && (
        <Button
          size="sm"
          aria-label={texts.retryFile(name)}
          onClick={(event) => {
            keepFocus(event, 'li')
            onRetry(index)
          }}
        >
          {texts.retry}
        </Button>
      )}
      {action && (
        <IconButton
          label={label}
          size="sm"
          css={{ '@media (pointer: fine)': { minWidth: '7' } }}
          disabled={disabled}
          data-series=""
          onClick={(event) => {
            keepFocus(event, running ? 'li' : 'ul')
            action(index)
          }}
        >
          <CloseIcon size={14} />
        </IconButton>
      )}
    </>
  )
}

const List = chakra('ul', { base: { mt: '2', listStyleType: 'none', outline: 'none' } })
const Item = chakra('li', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2.5',
    outline: 'none',
    minHeight: '9',
    px: '2',
    py: '1',
    borderBottomWidth: '1px',
    borderColor: 'border.muted',
    '& > svg': { color: 'fg.muted' },
  },
  variants: { failed: { true: { '& > svg': { color: 'danger.fg' } } } },
})
const Texts = chakra('div', { base: { flex: '1', minWidth: '0' } })
const NameLine = chakra('div', { base: { display: 'flex', alignItems: 'baseline', gap: '2' } })
const Name = chakra('span', {
  base: { minWidth: '0', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
})
const Size = chakra('span', {
  base: { fontSize: 'sm', color: 'fg.muted', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
})
const State = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    minHeight: '5',
    fontSize: 'sm',
    lineHeight: '1.25rem',
  },
  variants: {
    tone: {
      muted: { color: 'fg.muted' },
      success: { color: 'success.fg' },
      danger: { color: 'danger.fg', overflowWrap: 'anywhere' },
    },
  },
})
const Progress = chakra('progress', {
  base: {
    flex: '1',
    maxWidth: '16rem',
    minWidth: '0',
    height: '1',
    appearance: 'none',
    borderRadius: 'full',
    overflow: 'hidden',
    background: 'bg.emphasized',
    '&::-webkit-progress-bar': { background: 'bg.emphasized' },
    '&::-webkit-progress-value': { background: 'accent.solid' },
    '&::-moz-progress-bar': { background: 'accent.solid' },
  },
})
const Percent = chakra('span', { base: { minWidth: '9', fontVariantNumeric: 'tabular-nums' } })
