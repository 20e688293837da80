import { localStore } from '@helpdesk/ui'
import { isOwnDraft } from './draft-owner'
import { draftStorageKey } from './draft-storage'

/**
 * The draft that a page opens with, of a form that several tabs may write: this tab's own, else the first, which another
 * tab may be writing.
 * @param place names the form
 * @returns the place of the draft, for `useDraft`
 */
export function draftPlace(userId: string | undefined, place: string): string {
  if (!userId) return place
  const first = draftStorageKey(userId, place)
  const keys = localStore
    .keys()
    .filter((key) => (key === first || key.startsWith(`${first}:`)) && !key.endsWith(':owner'))
    .toSorted()
  const found = keys.find(isOwnDraft) ?? keys[0] ?? first
  return place + found.slice(first.length)
}

/** The place of a draft beside the others of the form. */
export const anotherPlace = (place: string): string => `${place}:${crypto.randomUUID()}`
