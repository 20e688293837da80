import { NetworkError } from '@helpdesk/supabase'
import { serverNow } from '@helpdesk/ui/clock/server-clock'
import { mergeDraft } from '../model/draft-merge'
import { createDraftSyncState } from './draft-sync-state'
import { readDraft, writeDraft } from '@helpdesk/tickets/drafts/draft-storage'
import { watchPage } from './watch-page'

/** Longest delay between a keystroke and the save on the server, without the request itself. */
export const SAVE_AFTER_MS = 1_000
const RETRY_MS = 5_000
const RETRY_MAX_MS = 60_000

export interface DraftState {
  text: string
  /** True until the next keystroke if the text was restored, not typed on this page. */
  restored: boolean
  /** The version of another device when both wrote at the same time; `swap` takes it. */
  other: string | null
  /** Where the text is stored; `empty` when there is none. */
  saved: 'empty' | 'device' | 'saving' | 'server'
}

/** The server's copy of one draft. */
export interface DraftServer {
  save(content: string): Promise<void>
  saveOnLeave(content: string): void
  /** The current copy, or null. */
  read(): Promise<{ content: string; updated_at: string } | null>
}

export type TicketDraft = ReturnType<typeof createTicketDraft>

const blankToEmpty = (text: string): string => (text.trim() ? text : '')

/**
 * One unsent text of one user on one ticket: stored on this device with every keystroke, on the server within a second.
 * Only `clear`, here or on another device, empties it.
 */
export function createTicketDraft(storageKey: string, server: DraftServer, now: () => number = serverNow) {
  const sync = createDraftSyncState(storageKey, () => blankToEmpty(state.text) !== '')
  const listeners = new Set<() => void>()
  const found = readDraft(storageKey)
  let state: DraftState = {
    text: found,
    restored: found !== '',
    other: null,
    saved: found ? 'device' : 'empty',
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  let saving = false
  let stopped = false
  let failures = 0
  let receivedAt = ''
  let unwatch = (): void => undefined

  const change = (next: Partial<DraftState>): void => {
    state = { ...state, ...next }
    listeners.forEach((listener) => listener())
  }
  const unsaved = (): boolean => blankToEmpty(state.text) !== sync.confirmed()
  const show = (text: string, next: Partial<DraftState>): void => {
    writeDraft(storageKey, text)
    change({ text, ...next })
  }
  const schedule = (delay = SAVE_AFTER_MS): void => {
    timer ??= setTimeout(() => void push(), delay)
  }

  async function push(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (stopped || saving || !unsaved()) return
    const text = blankToEmpty(state.text)
    saving = true
    sync.sending(text)
    change({ saved: 'saving' })
    try {
      await server.save(text)
      if (stopped) return
      failures = 0
      sync.confirm(text)
      change({ saved: text ? 'server' : 'empty' })
      if (unsaved()) schedule()
    } catch (error) {
      if (stopped) return
      failures += 1
      change({ saved: text ? 'device' : 'empty' })
      // Only a network error may pass by itself; a refusal would repeat.
      if (error instanceof NetworkError) schedule(Math.min(RETRY_MS * 2 ** (failures - 1), RETRY_MAX_MS))
    } finally {
      saving = false
    }
  }

  const adopt = (text: string, next: Partial<DraftState> = {}): void => {
    sync.adopt(text)
    show(text, { restored: text !== '', other: null, saved: text ? 'server' : 'empty', ...next })
  }

  /** Reads the server again and merges: `receive` may have seen a copy older than this device's last save. */
  async function resolve(): Promise<void> {
    const fresh = await server.read().catch(() => undefined)
    if (fresh === undefined || stopped) return
    const mine = state.text
    const theirs = blankToEmpty(fresh?.content ?? '')
    const verdict = mergeDraft({ text: mine, exchanged: sync.exchanged() }, theirs)
    // The replaced text can be taken back: the other device may not have sent it.
    if (verdict === 'theirs') return adopt(theirs, { other: blankToEmpty(mine) || null })
    if (verdict === 'both') {
      if (fresh && Date.parse(fresh.updated_at) > sync.editedAt()) return adopt(theirs, { other: mine })
      change({ other: theirs || null })
    }
    if (!saving) sync.confirm(theirs)
    void push()
  }

  const onLeave = (): void => {
    if (!unsaved()) return
    sync.sending(blankToEmpty(state.text))
    server.saveOnLeave(blankToEmpty(state.text))
  }
  const onStorage = (value: string | null): void => change({ text: value ?? '', restored: false })

  return {
    get: (): DraftState => state,
    subscribe(listener: () => void): () => void {
      if (listeners.size === 0) unwatch = watchPage(storageKey, { onLeave, onStorage })
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        unwatch()
        void push()
      }
    },
    set(text: string): void {
      sync.edit(now())
      show(text, { restored: false, saved: blankToEmpty(text) ? 'device' : state.saved })
      schedule()
    },
    /** Empties the draft after it was sent or discarded. */
    clear(): void {
      sync.forgetRequest()
      sync.edit(now())
      show('', { restored: false, other: null })
      // A text that never reached the server needs no request, and its sync state goes here.
      if (!saving && !unsaved()) sync.confirm('')
      void push()
    },
    /** Exchanges the text with `other`. */
    swap(): void {
      const { text, other } = state
      if (other === null) return
      sync.edit(now())
      show(other, { restored: true, other: blankToEmpty(text) || null })
      void push()
    },
    /** Merges the server's text as read at `loadedAt`; each reading counts once, and an older one not at all. */
    receive(theirs: string, loadedAt: string): void {
      const first = receivedAt === ''
      if (!first && Date.parse(loadedAt) <= Date.parse(receivedAt)) return
      receivedAt = loadedAt
      const verdict = mergeDraft({ text: state.text, exchanged: sync.exchanged() }, theirs)
      if (verdict === 'theirs' && first) return adopt(theirs)
      if (verdict === 'theirs' || verdict === 'both') return void resolve()
      if (!saving) sync.confirm(blankToEmpty(theirs))
      if (verdict === 'mine') schedule()
      else change({ saved: blankToEmpty(theirs) ? 'server' : 'empty' })
    },
    /** The same id for every attempt to send this text, also after a reload. */
    requestId: (signature: string): string => sync.requestId(signature),
    /** Saves at once. */
    push,
    /** Stops saving; a pending save no longer changes the state. */
    stop(): void {
      stopped = true
      clearTimeout(timer)
    },
  }
}
