import { AppError, NetworkError } from '@helpdesk/supabase'
import { serverNow } from '@helpdesk/ui/clock/server-clock'
import { mergeDraft } from '../model/draft-merge'
import { blankToEmpty, createDraftState, type DraftState } from './draft-state'
import type { DraftServer, ServerDraft } from './draft-server'
import { createDraftSyncState } from './draft-sync-state'
import { updateOwner } from '@helpdesk/tickets/drafts/draft-owner'
import { filesOn, isHeldBy, missingOn, type DraftPlace } from '../model/draft-place'
import { watchPage } from './watch-page'

/** Longest delay between a keystroke and the save on the server, without the request itself. */
export const SAVE_AFTER_MS = 1_000
const RETRY_MS = 5_000
const RETRY_MAX_MS = 60_000

export type TicketDraft = ReturnType<typeof createTicketDraft>

/**
 * One unsent text of one user on one ticket: stored on this device with every keystroke, on the server within a second.
 * Only `clear`, here or on another device, empties it.
 */
export function createTicketDraft(
  storageKey: string,
  server: DraftServer,
  now: () => number = serverNow,
  device = '',
) {
  const { get: current, change, show, listeners } = createDraftState(storageKey)
  const sync = createDraftSyncState(storageKey, () => blankToEmpty(current().text) !== '')
  // Names of the files chosen here; unknown until the form has read them.
  let files: readonly string[] | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let saving = false
  let saves = 0
  let stopped = false
  let failures = 0
  let receivedAt = ''
  let unwatch = (): void => undefined

  const named = (): readonly string[] => files ?? sync.files()
  const unsaved = (): boolean =>
    blankToEmpty(current().text) !== sync.confirmed() || named().join('/') !== sync.files().join('/')
  const schedule = (delay = SAVE_AFTER_MS): void => {
    timer ??= setTimeout(() => void push(), delay)
  }

  async function push(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (stopped || saving || current().isElsewhere || current().isChecking || !unsaved()) return
    const text = blankToEmpty(current().text)
    saving = true
    saves += 1
    sync.sending(text)
    change({ saved: 'saving' })
    try {
      const sentFiles = named()
      await server.save(text, sentFiles)
      if (stopped) return
      failures = 0
      sync.confirmFiles(sentFiles)
      sync.confirm(text)
      change({ saved: text ? 'server' : 'empty' })
      if (unsaved()) schedule()
    } catch (error) {
      if (stopped) return
      if (error instanceof AppError && error.code === 'draft_elsewhere') return void follow()
      failures += 1
      change({ saved: text ? 'device' : 'empty' })
      // Only a network error may pass by itself; a refusal would repeat.
      if (error instanceof NetworkError) schedule(Math.min(RETRY_MS * 2 ** (failures - 1), RETRY_MAX_MS))
    } finally {
      saving = false
    }
  }

  const adopt = (text: string, next: Partial<DraftState> = {}): void => {
    const sentElsewhere = current().sentElsewhere || (text === '' && sync.confirmed() !== '')
    sync.adopt(text)
    show(text, {
      sentElsewhere,
      restored: text !== '',
      other: null,
      saved: text ? 'server' : 'empty',
      ...next,
    })
  }

  /** Shows who writes the draft and which of its files are elsewhere. */
  const locate = (row: DraftPlace | null): void => {
    const isElsewhere = isHeldBy(row, device)
    const missing = missingOn(row, device)
    if (isElsewhere !== current().isElsewhere || missing.join('/') !== current().missing.join('/'))
      change({ isElsewhere, missing })
    if (saving || sync.files().length === 0 || filesOn(row, device).length > 0) return
    // The server had them and has them no more: they were sent or deleted elsewhere.
    files = []
    sync.confirmFiles([])
    change({ filesGone: true })
  }

  /** Asks whether the files of this device were sent elsewhere, before they are sent or saved from here. */
  async function checkFiles(): Promise<void> {
    if (current().isChecking) return
    change({ isChecking: true })
    while (!(await follow())) {
      if (stopped) return
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
    change({ isChecking: false })
    if (unsaved()) schedule()
  }

  /** Follows another device that took the draft over. @returns false when the network gave no answer */
  async function follow(): Promise<boolean> {
    let fresh: ServerDraft | null
    try {
      fresh = await server.read()
    } catch (error) {
      return !(error instanceof NetworkError)
    }
    if (stopped) return false
    const isMineUnsaved = unsaved()
    const mine = blankToEmpty(current().text)
    locate(fresh)
    // Sent or deleted there, or given back: its text is merged as any other.
    if (!current().isElsewhere) void (isMineUnsaved ? push() : resolve())
    else {
      const theirs = blankToEmpty(fresh?.content ?? '')
      adopt(theirs, { other: isMineUnsaved && mine !== theirs ? mine || null : current().other })
    }
    return true
  }

  /** Reads the server again and merges: `receive` may have seen a copy older than this device's last save. */
  async function resolve(): Promise<void> {
    const before = saves
    const fresh = await server.read().catch(() => undefined)
    if (fresh === undefined || stopped) return
    if (saves !== before) return resolve()
    locate(fresh)
    const mine = current().text
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

  function set(text: string): void {
    if (current().isElsewhere) return
    sync.edit(now())
    show(text, { restored: false, saved: blankToEmpty(text) ? 'device' : current().saved })
    updateOwner(storageKey)
    schedule()
  }

  const onLeave = (): void => {
    if (current().isElsewhere || current().isChecking || !unsaved()) return
    sync.sending(blankToEmpty(current().text))
    server.saveOnLeave(blankToEmpty(current().text), named())
  }
  const onReturn = (): void => {
    if (sync.files().length > 0) void checkFiles()
    else if (sync.confirmed() !== '') void follow()
  }
  const onStorage = (value: string | null): void => change({ text: value ?? '', restored: false })

  return {
    get: current,
    subscribe(listener: () => void): () => void {
      if (listeners.size === 0) unwatch = watchPage(storageKey, { onLeave, onReturn, onStorage })
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        unwatch()
        void push()
      }
    },
    set,
    /** Returns a text that was taken back. Where another device writes the draft, it is offered as the other version. */
    putBack(text: string): void {
      if (current().isElsewhere) return change({ other: text })
      set([text, blankToEmpty(current().text)].filter(Boolean).join('\n\n'))
    },
    /** Names the files that were chosen on this device. */
    setFiles(names: readonly string[]): void {
      files = names
      if (unsaved()) schedule()
    },
    /** After what belonged to a draft that was sent elsewhere has gone from this device. */
    settle: (): void => change({ filesGone: false, sentElsewhere: false }),
    /** Makes the draft this device's. @throws AppError */
    async takeOver(): Promise<void> {
      const row = await server.take()
      if (stopped) return
      locate(row)
      adopt(blankToEmpty(row?.content ?? ''), { other: current().other })
      updateOwner(storageKey)
    },
    /** Empties the draft after it was sent or discarded. */
    clear(): void {
      sync.forgetRequest()
      sync.edit(now())
      files = []
      show('', { restored: false, other: null, missing: [] })
      updateOwner(storageKey)
      // A text that never reached the server needs no request, and its sync state goes here.
      if (!saving && !unsaved()) sync.confirm('')
      void push()
    },
    /** Exchanges the text with `other`. */
    swap(): void {
      const { text, other } = current()
      if (other === null) return
      sync.edit(now())
      show(other, { restored: true, other: blankToEmpty(text) || null })
      updateOwner(storageKey)
      void push()
    },
    /** Merges the server's text as read at `loadedAt`; each reading counts once, and an older one not at all. */
    receive(theirs: string, loadedAt: string, place: DraftPlace | null = null): void {
      const first = receivedAt === ''
      if (!first && Date.parse(loadedAt) <= Date.parse(receivedAt)) return
      receivedAt = loadedAt
      if (first && isHeldBy(place, device)) change({ isElsewhere: true, missing: missingOn(place, device) })
      else if (isHeldBy(place, device) !== current().isElsewhere) return void follow()
      else if (sync.files().length > 0 && filesOn(place, device).length === 0) void checkFiles()
      else if (missingOn(place, device).join('/') !== current().missing.join('/'))
        change({ missing: missingOn(place, device) })
      const verdict = mergeDraft({ text: current().text, exchanged: sync.exchanged() }, theirs)
      if (verdict === 'theirs' && first) return adopt(theirs)
      // A read may be from before the last save, and then says nothing of what the server has now.
      const isDoubtful = !first && !saving && blankToEmpty(theirs) !== sync.confirmed()
      if (verdict === 'theirs' || verdict === 'both' || isDoubtful) return void resolve()
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
