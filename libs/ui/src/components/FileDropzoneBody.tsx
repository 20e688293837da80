import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useDropzone } from 'react-dropzone'
import { UploadIcon } from '../icons/icons'
import { FileList } from './FileList'
import {
  acceptOf,
  hasAcceptedExtension,
  limitsText,
  rejectionText,
  SPECIFIED_LIMITS,
  type FileLimits,
} from './file-rules'
import * as texts from './file-texts'

export interface FileDropzoneProps {
  files: readonly File[]
  onChange: (files: File[]) => void
  disabled?: boolean
  /** The accessible name. */
  label?: string
  /** Smallest accepted file, in bytes. */
  minBytes?: number
  /** {@link SPECIFIED_LIMITS} by default. */
  limits?: FileLimits
}

interface Rejection {
  name: string
  text: string
}

export function FileDropzoneBody(props: FileDropzoneProps) {
  const { files, onChange, disabled = false, label = texts.attachments, minBytes = 1 } = props
  const { limits = SPECIFIED_LIMITS } = props
  const [rejections, setRejections] = useState<readonly Rejection[]>([])
  const { getRootProps, getInputProps, isDragActive } = useDropzone({
    accept: acceptOf(limits),
    maxSize: limits.maxFileBytes,
    minSize: minBytes,
    disabled,
    // `accept` passes files by media type or by extension; the server checks the extension
    validator: ({ name }) =>
      hasAcceptedExtension(name, limits) ? null : { code: 'file-invalid-type', message: texts.fileType },
    // the native input takes the focus: a button around it would be a nested control
    noKeyboard: true,
    onDrop: (accepted, rejected) => {
      const remaining = Math.max(0, limits.maxFiles - files.length)
      const surplus = accepted.slice(remaining).map((file) => ({ name: file.name, text: texts.tooManyFiles }))
      const reasons = rejected.map(({ file, errors }) => ({
        name: file.name,
        text: [
          ...new Set(errors.map(({ code, message }) => rejectionText(code, message, minBytes, limits))),
        ].join('. '),
      }))
      setRejections([...reasons, ...surplus])
      if (accepted.length && remaining) onChange([...files, ...accepted.slice(0, remaining)])
    },
  })
  const remove = (index: number) => {
    setRejections([])
    onChange(files.filter((_, each) => each !== index))
  }
  return (
    <div>
      {/* not inside the zone: screen readers do not reach a control within a button */}
      <input {...getInputProps({ 'aria-label': label, tabIndex: 0 })} />
      <Zone {...getRootProps({ role: 'button' })} active={isDragActive}>
        <UploadIcon size={20} />
        <p>{texts.dropFiles}</p>
        <Limits>{limitsText(limits)}</Limits>
      </Zone>
      {rejections.length > 0 && (
        <Rejections role="alert">
          {rejections.map(({ name, text }, index) => (
            <li key={`${name}-${index}`}>
              <strong>{name}</strong>: {text}
            </li>
          ))}
        </Rejections>
      )}
      <FileList files={files} onRemove={remove} disabled={disabled} />
    </div>
  )
}

const Zone = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    gap: '1',
    px: '4',
    py: '5',
    textAlign: 'center',
    borderWidth: '1px',
    borderStyle: 'dashed',
    borderColor: 'border.emphasized',
    borderRadius: 'lg',
    bg: 'bg.subtle',
    cursor: 'pointer',
    transition: 'background-color 100ms, border-color 100ms',
    '& > svg': { color: 'fg.muted', marginBottom: '4px' },
    _hover: { bg: 'bg.muted' },
    '&:has(input:focus-visible)': { outline: '2px solid', outlineColor: 'accent', outlineOffset: '2px' },
    '&[aria-disabled="true"]': { cursor: 'not-allowed', opacity: '0.6' },
  },
  variants: { active: { true: { borderColor: 'accent', bg: 'accent.subtle' } } },
})
const Limits = chakra('p', { base: { fontSize: 'sm', color: 'fg.muted' } })
const Rejections = chakra('ul', {
  base: { mt: '2', fontSize: 'sm', color: 'danger.fg', overflowWrap: 'anywhere' },
})
