import { useAuth } from '@helpdesk/auth'
import { useCallback, useRef, useState, type RefObject } from 'react'
import type { RichText } from '../../editor/RichText'
import type { MessageTextBox } from '../../model/markdown/text-box'
import type { LeftBox } from './box-props'

type Rich = typeof RichText
// eslint-disable-next-line no-restricted-syntax -- each bundle has this component of its own
let Loaded: Rich | undefined
const load = async () => (Loaded ??= (await import('../../editor/RichText')).RichText)

const isSupported = (): boolean => 'isContentEditable' in HTMLElement.prototype

/**
 * The editor of a message: its code loads with the first focus of a box, which stands until then, and goes on where the code cannot
 * be loaded.
 */
export function useRichText(box: RefObject<MessageTextBox | null>) {
  const { profile } = useAuth()
  const isPlain = profile?.preferences.composer === 'plain'
  const [Shown, setShown] = useState(() => Loaded)
  const isComposing = useRef(false)
  const waits = useRef<Rich>(null)

  /** Not before a character that is being composed is done. */
  function takeOver(Rich: Rich): void {
    if (isComposing.current) waits.current = Rich
    else setShown(() => Rich)
  }
  const left = useRef<LeftBox>(null)
  const plainRef = useCallback(
    (element: HTMLTextAreaElement) => {
      box.current = element
      return () => {
        // In the last moment, or a key in between would be lost.
        const { value: text, selectionStart: start, selectionEnd: end } = element
        left.current = { text, start, end, hadFocus: document.activeElement === element }
        if (box.current === element) box.current = null
      }
    },
    [box],
  )

  return {
    Rich: isPlain ? undefined : Shown,
    left,
    plainRef,
    plainProps: {
      onFocus: () => {
        if (isPlain || !isSupported()) return
        load().then(takeOver, () => undefined)
      },
      onCompositionStart: () => {
        isComposing.current = true
      },
      onCompositionEnd: () => {
        isComposing.current = false
        const Rich = waits.current
        waits.current = null
        // After the event, which still belongs to the box.
        if (Rich) setTimeout(() => takeOver(Rich))
      },
    },
  }
}
