import { personalKey, personalStorage } from '@helpdesk/auth'

/*
 * Every unsent text of a user lies here, under `helpdesk-draft:<user>:<place>`, until it is sent or the user signs out:
 * one text (`useDraft`), its files (`draft-files`), or a form as JSON (the new ticket). Comments that were sent but not
 * confirmed are in the outbox, next door.
 */

/** The key of one user's draft on this device; `place` is such as `comment:<ticketId>`. */
export const draftStorageKey = (userId: string, place: string): string => personalKey('draft', userId, place)

/** The unsent text; empty when there is none or storage is unavailable. */
export const readDraft = (storageKey: string): string => personalStorage.read(storageKey) ?? ''

/** Stores a draft; blank text removes it. */
export function writeDraft(storageKey: string, text: string): void {
  personalStorage.write(storageKey, text.trim() ? text : null)
}
