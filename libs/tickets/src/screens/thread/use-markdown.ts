import { useEffect, useRef, useState } from 'react'
import { hasMarkdown } from '../../model/markdown/has-markdown'
import type { Markdown } from './Markdown'

// eslint-disable-next-line no-restricted-syntax -- each bundle has this component of its own
let Loaded: typeof Markdown | undefined
const load = async () => (Loaded ??= (await import('./Markdown')).Markdown)

/** The longest time that a ticket waits for the code, in milliseconds. */
const PATIENCE = 1_000

/** The component for Markdown once its code is loaded, for a text that needs it. */
export function useMarkdown(needed: boolean): typeof Markdown | undefined {
  const [Formatted, setFormatted] = useState(() => Loaded)
  useEffect(() => {
    if (!needed || Formatted) return
    load().then(
      (loaded) => setFormatted(() => loaded),
      // Without the code, the text stays readable as typed.
      () => undefined,
    )
  }, [needed, Formatted])
  return needed ? Formatted : undefined
}

/**
 * False while a ticket that opens waits shortly for the code of Markdown: formatting many messages after the first paint
 * would move those in sight.
 * @param texts undefined until the ticket is loaded
 */
export function useMarkdownReady(texts: readonly string[] | undefined): boolean {
  const needed = texts !== undefined && texts.some(hasMarkdown)
  const [waited, setWaited] = useState(false)
  const shown = useRef(false)
  const ready = shown.current || !needed || Loaded !== undefined || waited
  useEffect(() => {
    if (texts !== undefined && ready) shown.current = true
    if (ready) return
    const stop = () => setWaited(true)
    const timer = setTimeout(stop, PATIENCE)
    load().then(stop, stop)
    return () => clearTimeout(timer)
  }, [texts, ready])
  return ready
}
