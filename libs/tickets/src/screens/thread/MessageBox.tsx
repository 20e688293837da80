import { Box, chakra, Field, Flex, Textarea } from '@helpdesk/ui'
import {
  useRef,
  useState,
  type ClipboardEvent,
  type ComponentProps,
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { COMMENT_MAX } from '../../model/comment-rules'
import { formatOfKey } from '../../model/markdown/format-text'
import { applyFormat, FormatBar } from './FormatBar'
import { useKeepInView } from './use-keep-in-view'

interface MessageBoxProps {
  /** The accessible name of the text box. */
  label: string
  placeholder: string
  text: string
  onText: (text: string) => void
  box: RefObject<HTMLTextAreaElement | null>
  onKeyDown: (event: KeyboardEvent) => void
  onPaste: (event: ClipboardEvent) => void
  dropTarget: Record<'onDragOver' | 'onDragLeave' | 'onDrop', (event: DragEvent) => void>
  dragging: boolean
  readOnly?: boolean
  /** Tints the box: only staff read the text. */
  isNote?: boolean
  /** Further attributes and events of the text box. */
  boxProps?: Omit<ComponentProps<'textarea'>, 'ref' | 'onKeyDown' | 'color'> | undefined
  /** Above the text. */
  head?: ReactNode
  /** Between the text and the bar: files and messages. */
  children?: ReactNode
  /** At the end of the bar. */
  actions: ReactNode
}

/** The box for the next message: text with formatting, files and commands. It grows with its text. */
export function MessageBox(props: MessageBoxProps) {
  const { box, onKeyDown, isNote = false, dragging } = props
  const frame = useRef<HTMLDivElement>(null)
  useKeepInView(frame)
  // Stays open once used: shrinking on blur would move buttons away from under the pointer.
  const [used, setUsed] = useState(false)
  const open = used || props.text !== ''

  function onKey(event: KeyboardEvent<HTMLTextAreaElement>) {
    const { selectionStart, selectionEnd } = event.currentTarget
    const format = event.nativeEvent.isComposing ? null : formatOfKey(event, selectionStart < selectionEnd)
    if (!format) return onKeyDown(event)
    event.preventDefault()
    applyFormat(format, event.currentTarget)
  }

  return (
    <Frame
      ref={frame}
      {...props.dropTarget}
      data-keep-clear
      data-note={isNote || undefined}
      data-dragging={dragging || undefined}
    >
      {props.head}
      <Field label={props.label} hideLabel>
        <Textarea
          ref={box}
          placeholder={props.placeholder}
          rows={open ? 3 : 1}
          maxLength={COMMENT_MAX}
          readOnly={props.readOnly}
          value={props.text}
          onFocus={() => setUsed(true)}
          onChange={({ target }) => props.onText(target.value)}
          onKeyDown={onKey}
          onPaste={props.onPaste}
          {...props.boxProps}
          {...textStyles}
          minHeight={open ? { base: '4.5rem', md: '5rem' } : { base: '2.75rem', md: '3.25rem' }}
        />
      </Field>
      <Box paddingX="3" _empty={{ display: 'none' }}>
        {props.children}
      </Box>
      <Flex alignItems="center" gap="1" wrap="wrap" paddingX="1.5" paddingBottom="1.5" rowGap="1">
        <Box display={{ base: open ? 'block' : 'none', md: 'block' }}>
          <FormatBar box={box} />
        </Box>
        <Flex flex="1" alignItems="center" justifyContent="flex-end" gap="2" wrap="wrap" minWidth="0">
          {props.actions}
        </Flex>
      </Flex>
    </Frame>
  )
}

const textStyles = {
  fieldSizing: 'content',
  border: 'none',
  background: 'transparent',
  resize: 'none',
  paddingX: '3',
  paddingY: '2.5',
  // The buttons below it stay in view on a phone.
  maxHeight: { base: '26dvh', md: '38dvh' },
  lineHeight: '1.5em',
  // The frame shows the focus.
  _focusVisible: { outline: 'none' },
} as const

const Frame = chakra('div', {
  base: {
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border.emphasized/70',
    borderRadius: 'lg',
    boxShadow: 'xs',
    minWidth: '0',
    scrollMarginBottom: '3',
    '& [id$="-excess"]': { paddingX: '3' },
    '&:has(textarea:focus-visible)': { borderColor: 'accent', outline: '1px solid', outlineColor: 'accent' },
    '&[data-note]': { bg: 'warning.bg' },
    '&[data-dragging]': { outline: '2px dashed', outlineColor: 'accent', outlineOffset: '2px' },
  },
})
