import { chakra } from '@helpdesk/ui'
import {
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import type { MessageTextBox } from '../model/markdown/text-box'
import type { BoxProps, LeftBox } from '../screens/thread/box-props'
import { createEditor, type Editor } from './create-editor'
import { LinkForm, type EditedLink } from './LinkForm'

export interface RichTextProps {
  label: string
  placeholder: string
  text: string
  onText: (text: string) => void
  box: RefObject<MessageTextBox | null>
  onKeyDown: (event: KeyboardEvent) => void
  onPaste: (event: ClipboardEvent) => void
  onFocus: () => void
  readOnly: boolean
  /** The plain box that stood here. */
  left: RefObject<LeftBox | null>
  height: { base: string; md: string }
  /** The message that the text is too long. */
  describedBy: string | undefined
  isInvalid: boolean
  boxProps: BoxProps | undefined
}

/** ARIA attributes as the page has them. */
const ariaOf = (attributes: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(attributes)
      .filter(([name, value]) => name.startsWith('aria-') && value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  )

/** The editor in the place of the plain box, with its name, keys and events. */
export function RichText(props: RichTextProps) {
  const { box, text, readOnly, label, placeholder, describedBy, isInvalid, boxProps = {} } = props
  const place = useRef<HTMLDivElement>(null)
  const editor = useRef<Editor>(null)
  const [link, setLink] = useState<EditedLink | null>(null)

  const attributes = () => ({
    role: 'textbox',
    // Keeps the focus while it is read-only.
    tabindex: '0',
    'aria-multiline': 'true',
    'aria-label': label,
    'aria-placeholder': placeholder,
    'data-placeholder': placeholder,
    ...ariaOf({
      ...boxProps,
      'aria-describedby': [describedBy, boxProps['aria-describedby']].filter(Boolean).join(' ') || undefined,
      'aria-invalid': isInvalid || boxProps['aria-invalid'] || undefined,
      'aria-readonly': readOnly || undefined,
    }),
  })
  const latest = useRef({ attributes, readOnly })
  const onText = useEffectEvent(props.onText)
  const onSelect = useEffectEvent(() => {
    if (editor.current) boxProps.onSelect?.({ currentTarget: editor.current.box })
  })
  const start = useEffectEvent((element: HTMLDivElement) => {
    const left = props.left.current
    props.left.current = null
    const created = createEditor(
      element,
      { now: left?.text ?? text, shown: text },
      () => latest.current.attributes(),
      () => !latest.current.readOnly,
      { onText, onSelect, onLink: setLink },
    )
    editor.current = created
    box.current = created.box
    if (left?.hadFocus) {
      created.box.setSelectionRange(left.start, left.end)
      created.box.focus({ preventScroll: true })
    }
    return created
  })

  useLayoutEffect(() => {
    if (!place.current) return
    const created = start(place.current)
    return () => {
      created.view.destroy()
      editor.current = null
      if (box.current === created.box) box.current = null
    }
  }, [box])
  // Without dependencies: events and attributes of the latest render apply.
  useLayoutEffect(() => {
    latest.current = { attributes, readOnly }
    editor.current?.setText(text)
    editor.current?.view.setProps({})
  })

  return (
    <>
      <Place
        ref={place}
        minHeight={props.height}
        // Before the editor's own handling of keys.
        onKeyDownCapture={(event) => {
          if (event.target === editor.current?.view.dom) props.onKeyDown(event)
        }}
        onPasteCapture={props.onPaste}
        onFocus={props.onFocus}
        onBlur={() => boxProps.onBlur?.()}
      />
      {link && (
        <LinkForm
          link={link}
          onDone={(href) => {
            if (href === undefined) editor.current?.view.focus()
            else editor.current?.setLink(link.from, link.to, href)
            setLink(null)
          }}
        />
      )}
    </>
  )
}

const Place = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    minWidth: '0',
    '& .ProseMirror': {
      position: 'relative',
      flexGrow: '1',
      paddingX: '3',
      paddingY: '2.5',
      // The buttons below it stay in view on a phone.
      maxHeight: { base: '26dvh', md: '38dvh' },
      overflowY: 'auto',
      lineHeight: '1.5em',
      fontSize: 'md',
      outline: 'none',
      whiteSpace: 'break-spaces',
      overflowWrap: 'anywhere',
      fontVariantLigatures: 'none',
      '@media (pointer: coarse)': { fontSize: '1rem' },
    },
    '& .ProseMirror[data-empty]::before': {
      content: 'attr(data-placeholder)',
      position: 'absolute',
      pointerEvents: 'none',
      color: 'fg.muted',
    },
    // Each line goes its own way: one in Arabic, one in English.
    '& p': { unicodeBidi: 'plaintext' },
    '& [data-heading]': { fontWeight: 'semibold' },
    '& ul, & ol': { paddingInlineStart: '5' },
    '& ul': { listStyleType: 'disc' },
    '& ol': { listStyleType: 'decimal' },
    '& li::marker': { color: 'fg.muted' },
    '& blockquote': { borderInlineStartWidth: '3px', borderColor: 'border', ps: '3', color: 'fg.muted' },
    // As in the thread, where Markdown needs an empty line there.
    '& :is(ul, ol, blockquote) + p': { marginTop: '1lh' },
    '& a': { color: 'accent.fg', textDecoration: 'underline', textUnderlineOffset: '2px' },
    '& code': {
      fontFamily: 'mono',
      fontSize: '0.9em',
      bg: 'bg.muted',
      borderRadius: 'sm',
      px: '1',
      py: '0.5',
    },
    '& pre': { bg: 'bg.muted', borderRadius: 'md', px: '3', py: '2', marginY: '1', whiteSpace: 'pre-wrap' },
    '& pre code': { bg: 'transparent', p: '0' },
  },
})
