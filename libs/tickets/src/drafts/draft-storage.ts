import { personalKey, personalStorage } from '@helpdesk/auth'

/*
 * Stores unsent text under `helpdesk-draft:<user>:<place>` until it is sent or the user signs out: a single text
 * (`useDraft`), its files (`draft-files`) or a form as JSON (the new ticket). Comments that were sent but not confirmed
 * are in `../outbox`.
 */

/** The key of one user's draft on this device. `place` names the form, for example `comment:<ticketId>`. */
export const draftStorageKey = (userId: string, place: string): string => personalKey('draft', userId, place)

/** The unsent text; empty when there is none or storage is unavailable. */
export const readDraft = (storageKey: string): string => personalStorage.read(storageKey) ?? ''

/** Stores a draft; blank text removes it. */
export function writeDraft(storageKey: string, text: string): void {
  personalStorage.write(storageKey, text.trim() ? text : null)
}
