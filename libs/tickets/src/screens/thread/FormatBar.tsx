import { chakra } from '@helpdesk/ui'
import type { ReactNode, RefObject } from 'react'
import { formatText, type TextFormat } from '../../model/markdown/format-text'
import { isRich, type MessageTextBox } from '../../model/markdown/text-box'
import * as texts from './texts'

const glyph = (path: string) => (
  <svg
    width="16"
    height="16"
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={path} />
  </svg>
)

const formats: { format: TextFormat; label: string; key?: string; icon: ReactNode }[] = [
  {
    format: 'bold',
    label: texts.bold,
    key: 'B',
    icon: glyph('M4.5 3h4a2.5 2.5 0 0 1 0 5h-4Zm0 5h5a2.5 2.5 0 0 1 0 5h-5Z'),
  },
  { format: 'italic', label: texts.italic, key: 'I', icon: glyph('M6.5 3h5M4.5 13h5M9.5 3l-3 10') },
  {
    format: 'list',
    label: texts.list,
    icon: glyph('M6 4h7.500M6 8h7.500M6 12h7.500M2.500 4h.01M2.500 8h.01M2.500 12h.01'),
  },
  {
    format: 'numbered',
    label: texts.numberedList,
    icon: glyph(
      'M6.500 4h7M6.500 8h7M6.500 12h7M2 3l1-.500v3M2 9.500c.300-.700 1.500-.600 1.500.100 0 .700-1.500 1.200-1.500 1.900h1.600',
    ),
  },
  { format: 'quote', label: texts.quote, icon: glyph('M3 3v10M6.500 5h7M6.500 8h7M6.500 11h4') },
  { format: 'code', label: texts.code, icon: glyph('m5 5-3 3 3 3M11 5l3 3-3 3M9 3.500l-2 9') },
  {
    format: 'link',
    label: texts.link,
    key: 'K',
    icon: glyph(
      'M7 9.200a2.600 2.600 0 0 0 3.700 0l2.200-2.200a2.600 2.600 0 0 0-3.700-3.700L8.300 4.200M9 6.800a2.600 2.600 0 0 0-3.700 0L3.100 9a2.600 2.600 0 0 0 3.700 3.700l.9-.9',
    ),
  },
]

/** Formats the selection of a text box. Keeps the browser's undo history. */
export function applyFormat(format: TextFormat, box: MessageTextBox): void {
  if (isRich(box)) return box.format(format)
  const edit = formatText(format, { text: box.value, start: box.selectionStart, end: box.selectionEnd })
  box.focus()
  box.setSelectionRange(edit.from, edit.to)
  // Deprecated, but the only edit of a text box that Ctrl+Z reverts.
  const isDone = document.execCommand?.('insertText', false, edit.insert)
  if (!isDone) {
    box.setRangeText(edit.insert, edit.from, edit.to)
    box.dispatchEvent(new Event('input', { bubbles: true }))
  }
  box.setSelectionRange(edit.start, edit.end)
}

/** Buttons that format the selected text of a message. */
export function FormatBar({ box }: { box: RefObject<MessageTextBox | null> }) {
  const isApple = /mac|iphone|ipad/i.test(navigator.userAgent)
  return (
    <Bar role="group" aria-label={texts.formatting}>
      {formats.map(({ format, label, key, icon }) => (
        <button
          key={format}
          type="button"
          aria-label={label}
          title={key ? `${label} (${isApple ? '⌘' : 'Ctrl+'}${key})` : label}
          data-series=""
          data-wide={format === 'numbered' || undefined}
          // The text box keeps the focus, and a phone its keyboard.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => box.current && applyFormat(format, box.current)}
        >
          {icon}
        </button>
      ))}
    </Bar>
  )
}

// Styles its buttons too: each styled component costs time when a ticket opens.
const Bar = chakra('div', {
  base: {
    display: 'flex',
    // On a phone there is room for six.
    '& [data-wide]': { display: { base: 'none', md: 'inline-flex' } },
    '& button': {
      display: 'inline-flex',
      alignItems: 'center',
      justifyContent: 'center',
      width: '7',
      height: '7',
      borderRadius: 'md',
      color: 'fg.muted',
      cursor: 'pointer',
      _hover: { bg: 'bg.muted', color: 'fg' },
      '@media (pointer: coarse)': { width: '2.75rem', height: '2.75rem' },
    },
  },
})
