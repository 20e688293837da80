import { useLayoutEffect, useRef } from 'react'
import { liftOver } from './lift-over'

/**
 * Keeps a toast, while there is one, from covering what was just used: what was pressed or typed into, and what has the
 * focus, with the form or bar around it that has the attribute `data-keep-clear`. Goes to the element at the bottom of the
 * screen.
 */
export function useClearOfUse(hasToast: boolean) {
  const region = useRef<HTMLDivElement>(null)
  const used = useRef<EventTarget | null>(null)

  useLayoutEffect(() => {
    const remember = ({ target }: Event) => {
      if (!(target instanceof Node && region.current?.contains(target))) used.current = target
    }
    document.addEventListener('pointerdown', remember, true)
    document.addEventListener('keydown', remember, true)
    return () => {
      document.removeEventListener('pointerdown', remember, true)
      document.removeEventListener('keydown', remember, true)
    }
  }, [])

  useLayoutEffect(() => {
    const box = region.current
    if (!box || !hasToast) return
    const place = () => {
      box.style.translate = 'none'
      const lift = liftOver(box.getBoundingClientRect(), areasOf([used.current, document.activeElement], box))
      // A translation moves nothing else, and is no shift of the layout.
      if (lift > 0) box.style.translate = `0 ${-lift}px`
    }
    place()
    // After a press, what it does has its place in the next frame.
    const frame = requestAnimationFrame(place)
    const events = ['scroll', 'resize', 'focusin', 'input']
    for (const event of events) window.addEventListener(event, place, true)
    return () => {
      cancelAnimationFrame(frame)
      for (const event of events) window.removeEventListener(event, place, true)
    }
  }, [hasToast])

  return region
}

function areasOf(used: readonly (EventTarget | null)[], box: Element): DOMRect[] {
  const elements = used.filter(
    (each): each is Element =>
      each instanceof Element && each.isConnected && each !== document.body && !box.contains(each),
  )
  const wholes = elements.flatMap((each) => each.closest('[data-keep-clear]') ?? [])
  return [...new Set([...wholes, ...elements])].map((each) => each.getBoundingClientRect())
}
