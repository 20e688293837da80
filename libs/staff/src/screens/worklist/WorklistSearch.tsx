import { chakra, Field, SearchInput } from '@helpdesk/ui'
import {
  lazy,
  Suspense,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import { SEARCH_MAX } from '@helpdesk/tickets/model/limits'
import type { CompletionKeyHandler, OfferedCompletions } from './SearchCompletions'
import * as texts from './texts'

const SearchCompletions = lazy(async () => ({
  default: (await import('./SearchCompletions')).SearchCompletions,
}))

interface WorklistSearchProps {
  value: string
  onChange: (text: string) => void
  /** Goes to the first ticket that the text finds. */
  onFirst: () => void
  /** About the filters in the text. */
  errors: readonly string[]
  /** The errors are still those of an earlier text. */
  isPending: boolean
  ref: RefObject<HTMLInputElement | null>
}

/** The search box of the worklist, which completes filters such as `status:open`. Enter and ↓ go to the first result. */
export function WorklistSearch({ value, onChange, onFirst, errors, isPending, ref }: WorklistSearchProps) {
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  useImperativeHandle(ref, () => input.current!, [])
  // null: no completions, because the box has no focus or Escape closed them.
  const [caret, setCaret] = useState<number | null>(null)
  const [offered, setOffered] = useState<OfferedCompletions>({ count: 0, active: -1 })
  const [used, setUsed] = useState(false)
  const handler = useRef<CompletionKeyHandler>(null)
  const placeCaret = useRef<number | null>(null)
  const isOpen = caret !== null && offered.count > 0
  // While somebody types, an error stays until the next is known. A completion has mended it.
  const [completed, setCompleted] = useState('')
  const isMended = isPending && value === completed

  useLayoutEffect(() => {
    const at = placeCaret.current
    placeCaret.current = null
    if (at !== null) input.current?.setSelectionRange(at, at)
  }, [value])

  function onKeyDown(event: KeyboardEvent) {
    const { key, nativeEvent } = event
    if (nativeEvent.isComposing) return
    // Escape closes the list of completions first. Then it leaves the box, and the words stay.
    if (caret === null || !handler.current?.(event)) {
      if (key === 'Escape') input.current?.blur()
      else if (key === 'Enter' || key === 'ArrowDown') onFirst()
      else return
    }
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <Box>
      <Field label={texts.searchTickets} hideLabel error={isOpen || isMended ? undefined : errors.join(' ')}>
        <SearchInput
          ref={input}
          label={texts.searchTickets}
          placeholder={texts.searchPlaceholder}
          maxLength={SEARCH_MAX}
          value={value}
          onChange={(text) => {
            setCaret(input.current?.selectionStart ?? text.length)
            onChange(text)
          }}
          onFocus={() => setUsed(true)}
          onBlur={() => setCaret(null)}
          onKeyDown={onKeyDown}
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && offered.active >= 0 ? `${listId}-${offered.active}` : undefined}
          autoComplete="off"
        />
      </Field>
      {used && caret !== null && (
        <Suspense>
          <SearchCompletions
            id={listId}
            query={value}
            caret={caret}
            onComplete={(text, at) => {
              placeCaret.current = at
              setCaret(at)
              setCompleted(text)
              onChange(text)
            }}
            onClose={() => setCaret(null)}
            onOffer={setOffered}
            handler={handler}
          />
        </Suspense>
      )}
    </Box>
  )
}

const Box = chakra('div', { base: { position: 'relative' } })
