import { draftStorageKey, readDraft } from '@helpdesk/tickets/drafts/draft-storage'
import type { Macro } from '../model/macros'

/** The id of a macro that is not saved yet. */
const NEW = 'new'

/** The place of the draft of a macro's form, of a new one without an id. */
export const macroDraft = (macroId: string = NEW): string => `macro:${macroId}`

/** The id of the macro of which this device has a draft, `new` for a new one; undefined without one. */
export function draftedMacro(userId: string | undefined, macros: readonly Macro[] = []): string | undefined {
  if (!userId) return undefined
  return [NEW, ...macros.map(({ id }) => id)].find(
    (id) => readDraft(draftStorageKey(userId, macroDraft(id))) !== '',
  )
}
