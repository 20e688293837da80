import { localStore } from '@helpdesk/ui/storage/browser-storage'
import { hasSignedOut } from '../session/sign-out-marker'

/** What a user has typed and not sent: its text, what the server has seen of it, and comments waiting to be sent. */
export type PersonalKind = 'draft' | 'draft-sync' | 'outbox'

const KEY = /^helpdesk-(?:draft|draft-sync|outbox):([^:]+):/

/**
 * The key of personal data on this device, in `localStorage` and for {@link readPersonalFiles}.
 * @param place where it belongs, such as `comment:<ticket id>`
 * @returns `helpdesk-<kind>:<user id>:<place>`; {@link erasePersonalData} finds whatever has such a key
 */
export const personalKey = (kind: PersonalKind, userId: string, place: string): string =>
  `helpdesk-${kind}:${userId}:${place}`

/** The id of the user whose data a key names; undefined for any other key. */
export const ownerOf = (key: string): string | undefined => KEY.exec(key)?.[1]

/**
 * Keeps what a user has typed on this device, until it is sent or its owner signs out. Never throws; keys come from
 * {@link personalKey}.
 */
export const personalStorage = {
  /** The stored text, null when there is none. */
  read: (key: string): string | null => localStore.read(key),
  /** The stored value parsed as JSON and otherwise unchecked; null when there is none or it is not JSON. */
  readJson: (key: string): unknown => localStore.readJson(key),
  /**
   * Stores a text; null removes it. Once the owner has signed out, in whatever tab, it only removes: a component that
   * still holds the text must not bring it back.
   * @returns whether the text is stored
   */
  write(key: string, value: string | null): boolean {
    const kept = hasSignedOut(ownerOf(key)) ? null : value
    return localStore.write(key, kept) && kept === value
  },
}
