import { useEffect, useEffectEvent, useState } from 'react'

const TYPING_PAUSE_MS = 250

/**
 * The text of a search box: it follows the address, and updates it after a pause in typing.
 * @param applied what the address searches for now
 * @param apply puts the typed text into the address
 */
export function useSearchBox(applied: string, apply: (text: string) => void) {
  const [search, setSearch] = useState(applied)
  const [seen, setSeen] = useState(applied)
  const [led, setLed] = useState<string | null>(null)
  if (applied !== seen) {
    setSeen(applied)
    setLed(null)
    // Back, a menu link or Clear changed the address: the box shows what is searched. What it led to itself comes back
    // trimmed and perhaps late: the space before the next word, and all that was typed meanwhile, stay.
    if (applied.trim() !== led) setSearch(applied)
  }
  const lead = useEffectEvent((text: string) => {
    setLed(text.trim())
    apply(text)
  })
  useEffect(() => {
    if (search.trim() === applied.trim()) return
    const timer = setTimeout(() => lead(search), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [search, applied])
  return { search, setSearch }
}
