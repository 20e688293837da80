import { onBeforeSignOut } from '@helpdesk/auth'
import { NetworkError } from '@helpdesk/supabase'
import { mergeDraft } from '../model/draft-merge'
import { draftMemory } from './draft-memory'
import { readDraft, writeDraft } from '@helpdesk/tickets/api/local-draft'

/** Longest time for which the server lags behind the box, the way there not counted. */
export const SAVE_AFTER_MS = 1_000
const RETRY_MS = 5_000
const RETRY_MAX_MS = 60_000

export interface DraftState {
  text: string
  /** True until the next keystroke when the text was found, not written here. */
  restored: boolean
  /** The other version, when two devices wrote at the same time; it can be taken instead. */
  other: string | null
  /** Where the text is safe: nowhere needed, on this device, on its way, on the server. */
  saved: 'empty' | 'device' | 'saving' | 'server'
}

/** Where drafts are kept besides this device. */
export interface DraftServer {
  save(content: string): Promise<void>
  saveOnLeave(content: string): void
  /** What is there at this moment, and since when; null when there is nothing. */
  read(): Promise<{ content: string; updated_at: string } | null>
}

export type TicketDraft = ReturnType<typeof createTicketDraft>

const kept = (text: string): string => (text.trim() ? text : '')

/**
 * One unsent text of one person on one ticket: on this device with every keystroke, on the server within a second.
 * It is emptied only by `clear`, or when another device did so.
 */
export function createTicketDraft(storageKey: string, server: DraftServer, now: () => number = Date.now) {
  const memory = draftMemory(storageKey, () => kept(state.text) !== '')
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
  let metAt = ''

  const change = (next: Partial<DraftState>): void => {
    state = { ...state, ...next }
    listeners.forEach((listener) => listener())
  }
  const unsaved = (): boolean => kept(state.text) !== memory.confirmed()
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
    const text = kept(state.text)
    saving = true
    memory.sending(text)
    change({ saved: 'saving' })
    try {
      await server.save(text)
      if (stopped) return
      failures = 0
      memory.confirm(text)
      change({ saved: text ? 'server' : 'empty' })
      if (unsaved()) schedule()
    } catch (error) {
      if (stopped) return
      failures += 1
      change({ saved: text ? 'device' : 'empty' })
      // A refusal stays one until something changes; a lost connection comes back.
      if (error instanceof NetworkError) schedule(Math.min(RETRY_MS * 2 ** (failures - 1), RETRY_MAX_MS))
    } finally {
      saving = false
    }
  }

  const take = (text: string, next: Partial<DraftState> = {}): void => {
    memory.adopt(text)
    show(text, { restored: text !== '', other: null, saved: text ? 'server' : 'empty', ...next })
  }

  /** Another device has written, or the reading was older than what this one saved: the server is asked anew. */
  async function settle(): Promise<void> {
    const fresh = await server.read().catch(() => undefined)
    if (fresh === undefined || stopped) return
    const mine = state.text
    const theirs = kept(fresh?.content ?? '')
    const verdict = mergeDraft({ text: mine, exchanged: memory.exchanged() }, theirs)
    // What stood here can be brought back: it was perhaps sent from there, perhaps not.
    if (verdict === 'theirs') return take(theirs, { other: kept(mine) || null })
    if (verdict === 'both') {
      if (fresh && Date.parse(fresh.updated_at) > memory.editedAt()) return take(theirs, { other: mine })
      change({ other: theirs || null })
    }
    if (!saving) memory.confirm(theirs)
    void push()
  }

  const leave = (): void => {
    if (!unsaved()) return
    memory.sending(kept(state.text))
    server.saveOnLeave(kept(state.text))
  }
  const onVisibility = (): void => void (document.visibilityState === 'hidden' && leave())
  let stopDeparture: () => void = () => undefined
  // Two tabs of one ticket show one text.
  const onStorage = ({ key, newValue }: StorageEvent): void =>
    void (key === storageKey && change({ text: newValue ?? '', restored: false }))

  return {
    get: (): DraftState => state,
    subscribe(listener: () => void): () => void {
      if (listeners.size === 0) {
        document.addEventListener('visibilitychange', onVisibility)
        window.addEventListener('pagehide', leave)
        window.addEventListener('storage', onStorage)
        stopDeparture = onBeforeSignOut(leave)
      }
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        document.removeEventListener('visibilitychange', onVisibility)
        window.removeEventListener('pagehide', leave)
        window.removeEventListener('storage', onStorage)
        stopDeparture()
        void push()
      }
    },
    /** Writes on. */
    set(text: string): void {
      memory.edit(now())
      show(text, { restored: false, saved: kept(text) ? 'device' : state.saved })
      schedule()
    },
    /** Sent, or deleted by hand. */
    clear(): void {
      memory.forgetRequest()
      memory.edit(now())
      show('', { restored: false, other: null })
      // What the server never had needs no word to it, and leaves nothing behind here.
      if (!saving && !unsaved()) memory.confirm('')
      void push()
    },
    /** Takes the other device's version; the one that was here can be taken back. */
    swap(): void {
      const { text, other } = state
      if (other === null) return
      memory.edit(now())
      show(other, { restored: true, other: kept(text) || null })
      void push()
    },
    /** Hears what the server has, as read at `loadedAt`; an old reading is heard once. */
    meet(theirs: string, loadedAt: string): void {
      const first = metAt === ''
      if (!first && Date.parse(loadedAt) <= Date.parse(metAt)) return
      metAt = loadedAt
      const verdict = mergeDraft({ text: state.text, exchanged: memory.exchanged() }, theirs)
      if (verdict === 'theirs' && first) return take(theirs)
      if (verdict === 'theirs' || verdict === 'both') return void settle()
      if (!saving) memory.confirm(kept(theirs))
      if (verdict === 'mine') schedule()
      else change({ saved: kept(theirs) ? 'server' : 'empty' })
    },
    /** The id under which this text is sent: the same for every attempt, also after a reload. */
    requestId: (signature: string): string => memory.requestId(signature),
    /** Saves what is not saved yet, now. */
    push,
    /** Ends it, as when the page goes: a save under way changes nothing here any more. */
    stop(): void {
      stopped = true
      clearTimeout(timer)
    },
  }
}
