import { useRef, useState } from 'react'
import { updatePreferences } from '../api/update-preferences'
import { authErrorText } from '../model/error-texts'
import type { Preferences } from '../model/preferences'
import { useAuth } from '../session/hooks'

export type SavingState =
  | { kind: 'idle' }
  | { kind: 'saving' }
  | { kind: 'saved' }
  | { kind: 'failed'; text: string; retry: () => void }

/**
 * Preferences that are saved on change. They show the new value at once; a failed save restores the previous one.
 */
export function useSetting() {
  const { profile } = useAuth()
  const [pending, setPending] = useState<Preferences>({})
  const [saving, setSaving] = useState<SavingState>({ kind: 'idle' })
  const latest = useRef(0)

  async function save(change: Preferences): Promise<void> {
    const request = ++latest.current
    setPending((values) => ({ ...values, ...change }))
    setSaving({ kind: 'saving' })
    let outcome: SavingState = { kind: 'saved' }
    try {
      await updatePreferences(change)
    } catch (error) {
      const text = authErrorText('updateProfile', error)
      outcome = { kind: 'failed', text, retry: () => void save(change) }
    }
    // a later change owns the state
    if (request !== latest.current) return
    setPending({})
    setSaving(outcome)
  }

  return { preferences: { ...profile?.preferences, ...pending }, saving, save }
}
