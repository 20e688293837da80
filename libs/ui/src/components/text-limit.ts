import { useContext, useEffect, useImperativeHandle, useLayoutEffect, useRef, type ForwardedRef } from 'react'
import { FieldContext } from './field-context'
import * as texts from './texts'

/** By how many characters a text exceeds a limit, without spaces at its ends; 0 when it fits. */
export const excessOf = (text: string, limit: number): number => Math.max(0, text.trim().length - limit)

/**
 * Lets a text field keep a text beyond its limit: the Field says by how much it is too long, and a form that the browser
 * validates is not submitted. `maxLength` would cut a pasted text without a word.
 * @returns the field's ref, and its handler of input
 */
export function useTextLimit<Control extends HTMLInputElement | HTMLTextAreaElement>(
  limit: number | undefined,
  ref: ForwardedRef<Control>,
) {
  const control = useRef<Control>(null)
  const report = useContext(FieldContext)?.onExcess
  // Not null: refs are set before this runs.
  useImperativeHandle(ref, () => control.current!, [])

  function check() {
    if (limit === undefined || !control.current) return
    const excess = excessOf(control.current.value, limit)
    control.current.setCustomValidity(excess > 0 ? texts.tooLong(excess) : '')
    report?.(excess)
  }
  // Without dependencies: a value may be set by React, or by a form that resets it.
  useLayoutEffect(check)
  useEffect(() => () => report?.(0), [report])
  return { control, check }
}
