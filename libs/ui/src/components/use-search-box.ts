import { useEffect, useEffectEvent, useState } from 'react'

const TYPING_PAUSE_MS = 250

/**
 * State of a search box that follows the URL and updates it after a pause in typing.
 * @param applied the search text in the URL
 * @param apply writes the typed text to the URL
 */
export function useSearchBox(applied: string, apply: (text: string) => void) {
  const [search, setSearch] = useState(applied)
  const [lastSeen, setLastSeen] = useState(applied)
  const [lastApplied, setLastApplied] = useState<string | null>(null)
  if (applied !== lastSeen) {
    setLastSeen(applied)
    setLastApplied(null)
    // Back, a menu link or Clear changed the URL: show its text. A change by this box arrives trimmed and perhaps late,
    // and must not overwrite a trailing space or later input.
    if (applied.trim() !== lastApplied) setSearch(applied)
  }
  const applySearch = useEffectEvent((text: string) => {
    setLastApplied(text.trim())
    apply(text)
  })
  useEffect(() => {
    if (search.trim() === applied.trim()) return
    const timer = setTimeout(() => applySearch(search), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [search, applied])
  return { search, setSearch }
}
