import { readDraft, writeDraft } from '@helpdesk/tickets/drafts/draft-storage'

export interface DraftState {
  text: string
  /** True until the next keystroke if the text was restored, not typed on this page. */
  restored: boolean
  /** The version of another device when both wrote at the same time; `swap` takes it. */
  other: string | null
  /** Where the text is stored; `empty` when there is none. */
  saved: 'empty' | 'device' | 'saving' | 'server'
  /** Another device writes it; `takeOver` changes that. */
  isElsewhere: boolean
  /** The server is asked whether its files were sent elsewhere; until then they must not be sent from here. */
  isChecking: boolean
  /** Names of its files that are on other devices. */
  missing: readonly string[]
  /** Its files were sent or deleted elsewhere: those of this device have to go, then `settle`. */
  filesGone: boolean
  /** The whole draft was sent or deleted elsewhere: changes that wait for it here have to go, then `settle`. */
  sentElsewhere: boolean
}

/** A text of nothing but blanks is no draft. */
export const blankToEmpty = (text: string): string => (text.trim() ? text : '')

/** The state of one draft, which begins with the text on this device, and those who watch it. */
export function createDraftState(storageKey: string) {
  const listeners = new Set<() => void>()
  const found = readDraft(storageKey)
  let state: DraftState = {
    text: found,
    restored: found !== '',
    other: null,
    saved: found ? 'device' : 'empty',
    isElsewhere: false,
    isChecking: false,
    missing: [],
    filesGone: false,
    sentElsewhere: false,
  }

  const change = (next: Partial<DraftState>): void => {
    state = { ...state, ...next }
    listeners.forEach((listener) => listener())
  }

  return {
    get: (): DraftState => state,
    listeners,
    change,
    /** Stores the text on this device and shows it. */
    show(text: string, next: Partial<DraftState>): void {
      writeDraft(storageKey, text)
      change({ text, ...next })
    },
  }
}
