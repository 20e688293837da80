// @vitest-environment jsdom
import { ConflictError, NetworkError } from '@helpdesk/supabase'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { tellTakenDraft } from '@helpdesk/tickets/live/taken-drafts'
import type { ServerDraft } from './draft-server'
import { createTicketDraft, SAVE_AFTER_MS } from './ticket-draft'

const NOW = Date.parse('2026-01-05T10:30:00Z')
const LATER = '2026-01-05T10:40:00Z'

/** The server's copy, which one device at a time may write. */
function createServer() {
  let row: ServerDraft | null = null
  const on = (device: string) => ({
    save: async (content: string, files: readonly string[]) => {
      if (row?.device && row.device !== device)
        throw new ConflictError('elsewhere', { code: 'draft_elsewhere' })
      const others = (row?.files ?? []).filter((file) => file.device !== device)
      const own = files.map((name) => ({ name, device }))
      row =
        content || own.length > 0 ? { content, device, files: [...others, ...own], updated_at: LATER } : null
    },
    saveOnLeave: () => undefined,
    read: async () => row,
    take: async () => (row = row && { ...row, device }),
  })
  return { on, row: () => row }
}

/** Opens the draft on a device, as a page that has just loaded the ticket. */
function open(server: ReturnType<typeof createServer>, device: string) {
  const draft = createTicketDraft(`helpdesk-draft:u1:comment:${device}`, server.on(device), () => NOW, device)
  const row = server.row()
  draft.subscribe(() => undefined)
  draft.receive(row?.content ?? '', '2026-01-05T10:31:00Z', row)
  return draft
}
const tick = () => vi.advanceTimersByTimeAsync(SAVE_AFTER_MS)

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

it('has one device that writes it, until another takes it over with one act', async () => {
  const server = createServer()
  const office = open(server, 'office')
  office.set('See the invoice')
  office.setFiles(['invoice.pdf'])
  await tick()
  const home = open(server, 'home')
  expect(home.get()).toMatchObject({ text: 'See the invoice', isElsewhere: true, missing: ['invoice.pdf'] })
  home.set('not written')
  expect(home.get().text).toBe('See the invoice')

  await home.takeOver()
  home.set('See the attached invoice')
  await tick()
  expect(home.get()).toMatchObject({ isElsewhere: false, missing: ['invoice.pdf'] })
  expect(server.row()?.content).toBe('See the attached invoice')

  // The office notices with its next save, or when its page is shown again, and keeps what it has not saved.
  office.set('See the invoice below')
  await tick()
  expect(office.get()).toMatchObject({
    text: 'See the attached invoice',
    other: 'See the invoice below',
    isElsewhere: true,
  })
  await office.takeOver()
  expect(office.get()).toMatchObject({ isElsewhere: false, missing: [] })
})

it('notices at once that another device took it over', async () => {
  const server = createServer()
  const office = open(server, 'office')
  office.set('See the invoice')
  await tick()
  await open(server, 'home').takeOver()
  expect(office.get().isElsewhere).toBe(false)
  tellTakenDraft('elsewhere', 'another ticket')
  await tick()
  expect(office.get().isElsewhere).toBe(false)
  tellTakenDraft('elsewhere', 'office')
  await tick()
  expect(office.get().isElsewhere).toBe(true)
})

it('takes its files along when it is sent elsewhere', async () => {
  const server = createServer()
  const office = open(server, 'office')
  office.set('See the invoice')
  office.setFiles(['invoice.pdf'])
  await tick()
  const home = open(server, 'home')
  await home.takeOver()
  home.clear()
  await tick()
  expect(server.row()).toBeNull()
  home.set('An unrelated reply')
  await tick()

  window.dispatchEvent(new Event('focus'))
  await tick()
  expect(office.get()).toMatchObject({ text: 'An unrelated reply', isElsewhere: true, filesGone: true })

  // Also when the page was closed meanwhile.
  localStorage.setItem(
    'helpdesk-draft-sync:u1:comment:old',
    JSON.stringify({ exchanged: ['x'], editedAt: 1, files: ['invoice.pdf'], request: null }),
  )
  const old = open(server, 'old')
  old.setFiles(['invoice.pdf'])
  await tick()
  expect(old.get().filesGone).toBe(true)
})

it('saves its files again only after the server has answered whether they were sent elsewhere', async () => {
  const server = createServer()
  const office = open(server, 'office')
  office.set('See the invoice')
  office.setFiles(['invoice.pdf'])
  await tick()
  await server.on('office').save('', [])
  office.stop()

  const read = vi.fn(server.on('office').read).mockRejectedValueOnce(new NetworkError('gone'))
  const device = { ...server.on('office'), read }
  const again = createTicketDraft('helpdesk-draft:u1:comment:office', device, () => NOW, 'office')
  again.subscribe(() => undefined)
  again.receive('', '2026-01-05T10:32:00Z', null)
  again.setFiles(['invoice.pdf'])
  again.set('An unrelated reply')
  expect(again.get().isChecking).toBe(true)
  await tick()
  expect(again.get().isChecking).toBe(true)
  expect(server.row()).toBeNull()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(again.get()).toMatchObject({ isChecking: false, filesGone: true })
  await tick()
  expect(server.row()).toMatchObject({ content: 'An unrelated reply', files: [] })
})

it('loses its text along with its files when the other device has sent it', async () => {
  const server = createServer()
  const office = open(server, 'office')
  office.set('See the invoice')
  office.setFiles(['invoice.pdf'])
  await tick()
  const home = open(server, 'home')
  await home.takeOver()
  window.dispatchEvent(new Event('focus'))
  await tick()
  expect(office.get().isElsewhere).toBe(true)
  home.clear()
  await tick()

  office.receive('', LATER, null)
  await tick()
  expect(office.get()).toMatchObject({ text: '', isElsewhere: false, filesGone: true, sentElsewhere: true })
  office.settle()
  expect(office.get()).toMatchObject({ filesGone: false, sentElsewhere: false })
})

it('keeps files that the server has never known', async () => {
  const server = createServer()
  await server.on('home').save('An unrelated reply', [])
  const office = open(server, 'office')
  office.setFiles(['invoice.pdf'])
  window.dispatchEvent(new Event('focus'))
  await tick()
  expect(office.get().filesGone).toBe(false)
})
