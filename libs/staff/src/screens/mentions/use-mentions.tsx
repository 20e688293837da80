import { useId, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { isRich, type MessageTextBox, type TextBox } from '@helpdesk/tickets/model/markdown/text-box'
import { mentionAt, type MentionQuery } from '../../model/mention-query'
import { MentionList, type MentionKeys } from './MentionList'

/** Attributes and events of the text box, for the keyboard and for screen readers. */
interface MentionBoxProps {
  onSelect: (event: { currentTarget: TextBox }) => void
  onBlur: () => void
  'aria-autocomplete': 'list'
  'aria-controls': string | undefined
  'aria-activedescendant': string | undefined
}

interface MentionTools {
  /** For the text box; undefined where nobody can be mentioned. */
  boxProps: MentionBoxProps | undefined
  /** Handles a key of the text box. @returns false when it means nothing here */
  onKeyDown: (event: KeyboardEvent) => boolean
  /** The list of people, shown below the text. */
  list: ReactNode
}

/** Replaces a part of the text. Keeps the browser's undo history. */
function replaceText(box: MessageTextBox, { start, end }: MentionQuery, text: string): void {
  if (isRich(box)) return box.replaceBefore(end - start, text)
  box.focus()
  box.setSelectionRange(start, end)
  // Deprecated, but the only edit of a text box that Ctrl+Z reverts.
  if (document.execCommand?.('insertText', false, text)) return
  box.setRangeText(text, start, end, 'end')
  box.dispatchEvent(new Event('input', { bubbles: true }))
}

/**
 * Completes `@` and a name to a mention of a colleague.
 * @param enabled only in notes
 */
export function useMentions(box: RefObject<MessageTextBox | null>, enabled: boolean): MentionTools {
  const id = useId()
  const keys = useRef<MentionKeys>(null)
  const [query, setQuery] = useState<MentionQuery | null>(null)
  const [active, setActive] = useState<string>()
  /** Where Escape closed the list: it stays closed for this mention. */
  const [closedAt, setClosedAt] = useState<number>()
  const open = enabled && query !== null && query.start !== closedAt

  function pick(mention: string) {
    if (box.current && query) replaceText(box.current, query, `${mention} `)
    setQuery(null)
  }
  return {
    boxProps: enabled
      ? {
          onSelect: ({ currentTarget: { value, selectionStart, selectionEnd } }) => {
            const at = selectionStart === selectionEnd ? mentionAt(value, selectionEnd) : null
            setQuery((before) =>
              at && before && at.start === before.start && at.text === before.text ? before : at,
            )
            if (at?.start !== closedAt) setClosedAt(undefined)
          },
          onBlur: () => setQuery(null),
          'aria-autocomplete': 'list',
          'aria-controls': open ? id : undefined,
          'aria-activedescendant': open ? active : undefined,
        }
      : undefined,
    onKeyDown: (event) => {
      if (!open || event.nativeEvent.isComposing) return false
      if (event.key === 'Escape') setClosedAt(query.start)
      else if (event.ctrlKey || event.metaKey || event.altKey || !keys.current?.(event.key)) return false
      event.preventDefault()
      event.stopPropagation()
      return true
    },
    list: open && <MentionList id={id} text={query.text} keys={keys} onActive={setActive} onPick={pick} />,
  }
}
