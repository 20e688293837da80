import type { TextBox } from '@helpdesk/tickets/model/markdown/text-box'
import { useState, type RefObject } from 'react'
import { asWritten, unfilledIn } from '../../model/placeholders'

interface Written {
  text: string
  onText: (text: string) => void
  box: RefObject<TextBox | null>
  /** Placeholders that macros left. */
  left: readonly string[]
  /** False for what no customer reads. */
  applies: boolean
}

/** Stops a reply with placeholders that nothing has filled: names the first and selects it. */
export function useUnfilled({ text, onText, box, left, applies }: Written) {
  const [isStopped, setStopped] = useState(false)
  const [first] = applies ? unfilledIn(text, left) : []

  function select(start: number, end: number): void {
    box.current?.focus()
    box.current?.setSelectionRange(start, end)
  }

  return {
    /** The placeholder because of which the reply was stopped. */
    stopped: isStopped ? first?.found : undefined,
    /** @returns whether the reply must not be sent */
    stop(): boolean {
      setStopped(first !== undefined)
      if (first) select(first.start, first.start + first.found.length)
      return first !== undefined
    },
    /** Sends it as it is written, as code. */
    keep(): void {
      if (!first) return
      onText(asWritten(text, first))
      const end = first.start + first.found.length + 2
      requestAnimationFrame(() => select(end, end))
    },
  }
}
