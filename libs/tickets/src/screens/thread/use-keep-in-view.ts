import { useEffect, type RefObject } from 'react'

/** Scrolls to the end of a form that grows below the screen while it has the focus: its buttons stay in view. */
export function useKeepInView(form: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = form.current
    if (!element || typeof ResizeObserver !== 'function') return
    let height = element.offsetHeight
    const observer = new ResizeObserver(() => {
      const grew = element.offsetHeight > height
      height = element.offsetHeight
      if (grew && element.contains(document.activeElement)) element.scrollIntoView({ block: 'nearest' })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [form])
}
