import { localStore } from '@helpdesk/ui/storage/browser-storage'
import { hasSignedOut } from '../session/sign-out-marker'

/** Unsent input of a user: drafts, their sync state with the server, and comments waiting to be sent. */
export type PersonalKind = 'draft' | 'draft-sync' | 'outbox'

const KEY = /^helpdesk-(?:draft|draft-sync|outbox):([^:]+):/

/**
 * The key of personal data on this device, in `localStorage` and for {@link readPersonalFiles}.
 * @param place the form it belongs to, such as `comment:<ticket id>`
 * @returns `helpdesk-<kind>:<user id>:<place>`; {@link erasePersonalData} erases all such keys
 */
export const personalKey = (kind: PersonalKind, userId: string, place: string): string =>
  `helpdesk-${kind}:${userId}:${place}`

/** The user id in a key of personal data; undefined for any other key. */
export const ownerOf = (key: string): string | undefined => KEY.exec(key)?.[1]

/**
 * Stores unsent texts on this device, until they are sent or the owner signs out. Keys come from {@link personalKey}.
 * Never throws.
 */
export const personalStorage = {
  /** The stored text, null when there is none. */
  read: (key: string): string | null => localStore.read(key),
  /** The stored value parsed as JSON and otherwise unchecked; null when there is none or it is not JSON. */
  readJson: (key: string): unknown => localStore.readJson(key),
  /**
   * Stores a text; null removes it. Once the owner has signed out in any tab, it only removes: a component that still
   * has the text must not store it again.
   * @returns whether the text is stored
   */
  write(key: string, value: string | null): boolean {
    const kept = hasSignedOut(ownerOf(key)) ? null : value
    return localStore.write(key, kept) && kept === value
  },
}
