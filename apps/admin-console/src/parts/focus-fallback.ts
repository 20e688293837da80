import { useEffect, useRef } from 'react'

const isLost = (focused: Element | null) =>
  focused === null || focused === document.body || focused.matches(':disabled')

/**
 * Keeps the focus in a part of the page. When the focused control was removed or disabled and nothing else took the
 * focus, it moves to the first control that `to` selects, else to the part itself, which needs `tabIndex={-1}`. Waits
 * while a control is busy.
 * @returns the ref of the part
 */
export function useFocusFallback<Part extends HTMLElement>(to?: string) {
  const part = useRef<Part>(null)
  const isInside = useRef(false)
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      isInside.current = target instanceof Node && part.current?.contains(target) === true
    }
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [])
  useEffect(() => {
    const box = part.current
    if (!box || !isInside.current || !isLost(document.activeElement)) return
    if (box.querySelector('[aria-busy="true"]')) return
    const control = to === undefined ? null : box.querySelector<HTMLElement>(to)
    ;(control ?? box).focus({ preventScroll: true })
  })
  return part
}
