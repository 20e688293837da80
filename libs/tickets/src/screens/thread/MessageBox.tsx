import { Box, chakra, excessOf, Field, Flex, Text, Textarea } from '@helpdesk/ui'
import {
  useId,
  useRef,
  useState,
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { COMMENT_MAX } from '../../model/comment-rules'
import { formatOfKey } from '../../model/markdown/format-text'
import type { MessageTextBox } from '../../model/markdown/text-box'
import type { BoxProps } from './box-props'
import { applyFormat, FormatBar } from './FormatBar'
import * as texts from './texts'
import { useKeepInView } from './use-keep-in-view'
import { useRichText } from './use-rich-text'

interface MessageBoxProps {
  /** The accessible name of the text box. */
  label: string
  placeholder: string
  text: string
  onText: (text: string) => void
  box: RefObject<MessageTextBox | null>
  onKeyDown: (event: KeyboardEvent) => void
  onPaste: (event: ClipboardEvent) => void
  dropTarget: Record<'onDragOver' | 'onDragLeave' | 'onDrop', (event: DragEvent) => void>
  dragging: boolean
  readOnly?: boolean
  /** Tints the box: only staff read the text. */
  isNote?: boolean
  /** Further attributes and events of the text box. */
  boxProps?: BoxProps | undefined
  /** Above the text. */
  head?: ReactNode
  /** Between the text and the bar: files and messages. */
  children?: ReactNode
  /** At the end of the bar. */
  actions: ReactNode
}

/** The box for the next message: text with formatting, files and commands. It grows with its text. */
export function MessageBox(props: MessageBoxProps) {
  const {
    box,
    label,
    placeholder,
    text,
    onText,
    onKeyDown,
    onPaste,
    readOnly = false,
    isNote = false,
    dragging,
  } = props
  const frame = useRef<HTMLDivElement>(null)
  useKeepInView(frame)
  // Stays open once used: shrinking on blur would move buttons away from under the pointer.
  const [used, setUsed] = useState(false)
  const open = used || text !== ''
  const height = open ? { base: '4.5rem', md: '5rem' } : { base: '2.75rem', md: '3.25rem' }
  const { Rich, left, plainRef, plainProps } = useRichText(box)
  const excess = excessOf(text, COMMENT_MAX)
  const excessId = useId()

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
      {Rich ? (
        <>
          <Rich
            {...{ label, placeholder, text, onText, box, onKeyDown, onPaste, readOnly, height }}
            left={left}
            onFocus={() => setUsed(true)}
            describedBy={excess > 0 ? excessId : undefined}
            isInvalid={excess > 0}
            boxProps={props.boxProps}
          />
          {excess > 0 && (
            <Text id={excessId} role="status" paddingX="3" fontSize="sm" color="danger.fg">
              {texts.tooLong(excess)}
            </Text>
          )}
        </>
      ) : (
        <Field label={label} hideLabel>
          <Textarea
            ref={plainRef}
            placeholder={placeholder}
            rows={open ? 3 : 1}
            maxLength={COMMENT_MAX}
            readOnly={readOnly}
            value={text}
            {...plainProps}
            onFocus={() => {
              setUsed(true)
              plainProps.onFocus()
            }}
            onChange={({ target }) => onText(target.value)}
            onKeyDown={onKey}
            onPaste={onPaste}
            {...props.boxProps}
            {...textStyles}
            minHeight={height}
          />
        </Field>
      )}
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
    '&:has(:is(textarea, [role="textbox"]):focus-visible)': {
      borderColor: 'accent',
      outline: '1px solid',
      outlineColor: 'accent',
    },
    '&[data-note]': { bg: 'warning.bg' },
    '&[data-dragging]': { outline: '2px dashed', outlineColor: 'accent', outlineOffset: '2px' },
  },
})
