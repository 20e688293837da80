import { useState } from 'react'
import { useDraft } from './use-draft'

const sameType = (a: unknown, b: unknown): boolean =>
  typeof a === typeof b && Array.isArray(a) === Array.isArray(b) && a !== null && b !== null

/** Values of a stored draft; null without one. Fields that the form has no more, or as another type, are left out. */
export function parseFormDraft<Values extends object>(stored: string, defaults: Values): Values | null {
  if (!stored) return null
  try {
    const found: unknown = JSON.parse(stored)
    if (typeof found !== 'object' || found === null) return null
    const known = Object.entries(found).filter(
      ([name, value]) => Object.hasOwn(defaults, name) && sameType(value, defaults[name as keyof Values]),
    )
    return { ...defaults, ...Object.fromEntries(known) }
  } catch {
    return null
  }
}

/**
 * Keeps the values of a form on this device, see `useDraft`, until it is sent or discarded.
 * @param place names the form
 * @param defaults the values of the form without a draft: texts, booleans and lists of texts
 */
export function useFormDraft<Values extends object>(place: string, defaults: Values) {
  const [stored, setStored, clear] = useDraft(place)
  const [restored, setRestored] = useState(() => parseFormDraft(stored, defaults))
  return {
    /** What the form begins with. */
    initial: restored ?? defaults,
    isRestored: restored !== null,
    /** Stores the values; those that the form began with are no draft. */
    keep(values: Values): void {
      const text = JSON.stringify(values)
      setStored(text === JSON.stringify(defaults) ? '' : text)
    },
    /** Forgets the draft. */
    clear(): void {
      clear()
      setRestored(null)
    },
  }
}
