import { updatePreferences } from '@helpdesk/auth'
import { densityAtom, toast, type Density } from '@helpdesk/ui'
import { failureText } from '@helpdesk/tickets/model/errors'
import { getDefaultStore, useAtomValue } from 'jotai'
import * as texts from './texts'

const store = getDefaultStore()

/** The user's density of worklists. */
export const useDensity = (): Density => useAtomValue(densityAtom, { store })

/** Shows a density at once and saves it for the user; when it cannot be saved, the earlier one is shown again. */
export async function changeDensity(density: Density): Promise<void> {
  const before = store.get(densityAtom)
  store.set(densityAtom, density)
  try {
    await updatePreferences({ density })
  } catch (error) {
    store.set(densityAtom, before)
    toast({ type: 'error', title: texts.densityNotSaved, description: failureText(error) })
  }
}
