import { chakra } from '@helpdesk/ui'
import { useEffect, useMemo, useState, type KeyboardEvent, type RefObject } from 'react'
import { serverNow } from '@helpdesk/ui/clock/server-clock'
import { useTags } from '../../api/list-tags'
import { usePersonSuggestions } from '../../api/search-people'
import { applyCompletion, completionsOf, tokenAt, type Completion } from '../../model/search-completions'
import * as texts from '../../model/search-texts'

/** Handles a key of the search box; true when it did. */
export type CompletionKeyHandler = (event: KeyboardEvent) => boolean

/** What the search box tells assistive technology about its list. */
export interface OfferedCompletions {
  count: number
  /** Index of the selected completion; -1 before an arrow key. */
  active: number
}

interface SearchCompletionsProps {
  /** The id of the list; its options append their index. */
  id: string
  query: string
  caret: number
  onComplete: (query: string, caret: number) => void
  onClose: () => void
  /** Must keep its identity. */
  onOffer: (offered: OfferedCompletions) => void
  handler: RefObject<CompletionKeyHandler | null>
}

const NO_TAGS: string[] = []

/** Completions of the filter at the caret: arrows select, Enter or Tab completes, Escape closes. Loaded with the first focus. */
export function SearchCompletions(props: SearchCompletionsProps) {
  const { id, query, caret, onComplete, onClose, onOffer, handler } = props
  const token = useMemo(() => tokenAt(query, caret), [query, caret])
  const key = token?.key ?? null
  const tags = useTags(key === 'tag').data ?? NO_TAGS
  const people = usePersonSuggestions(key === 'from' || key === 'assigned' ? key : null, token?.value ?? '')
  const [now] = useState(serverNow)
  const completions = useMemo(() => completionsOf(token, { tags, people, now }), [token, tags, people, now])
  const [selected, setSelected] = useState({ query, index: -1 })
  // Each text starts without a selection, so that Enter completes nothing by surprise.
  const active = selected.query === query ? Math.min(selected.index, completions.length - 1) : -1
  const count = completions.length
  useEffect(() => onOffer({ count, active }), [onOffer, count, active])
  useEffect(() => () => onOffer({ count: 0, active: -1 }), [onOffer])

  const pick = (completion: Completion) => {
    if (!token) return
    const next = applyCompletion(query, token, completion)
    onComplete(next.query, next.caret)
  }
  useEffect(() => {
    handler.current = ({ key: pressed, nativeEvent: { isComposing } }) => {
      if (count === 0 || isComposing) return false
      const chosen = completions[active]
      const select = (index: number) => setSelected({ query, index })
      if (pressed === 'ArrowDown') select((active + 1) % count)
      else if (pressed === 'ArrowUp') select(active <= 0 ? count - 1 : active - 1)
      else if (pressed === 'Escape') onClose()
      else if ((pressed === 'Enter' || pressed === 'Tab') && chosen) pick(chosen)
      else return false
      return true
    }
    return () => void (handler.current = null)
  })

  return (
    <List id={id} role="listbox" aria-label={texts.filters} hidden={count === 0}>
      {completions.map((completion, index) => (
        <Option
          key={completion.text}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          // Keeps the focus in the search box.
          onMouseDown={(event) => event.preventDefault()}
          onMouseMove={() => setSelected({ query, index })}
          onClick={() => pick(completion)}
        >
          <span>{completion.text}</span>
          <Detail>{completion.detail}</Detail>
        </Option>
      ))}
    </List>
  )
}

const List = chakra('ul', {
  base: {
    position: 'absolute',
    insetInlineStart: '0',
    top: 'calc(100% + 4px)',
    zIndex: '2',
    width: 'max-content',
    minWidth: 'full',
    maxWidth: 'min(26rem, calc(100vw - 2rem))',
    p: '1',
    listStyleType: 'none',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderRadius: 'md',
    boxShadow: 'md',
  },
})
const Option = chakra('li', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    columnGap: '4',
    px: '2',
    py: '1.5',
    borderRadius: 'sm',
    overflowWrap: 'anywhere',
    cursor: 'pointer',
    '&[aria-selected="true"]': { bg: 'accent.subtle' },
  },
})
const Detail = chakra('span', { base: { color: 'fg.muted', fontSize: 'sm' } })
