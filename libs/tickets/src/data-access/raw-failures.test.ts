import { authStateAtom } from '@helpdesk/auth'
import { configureSupabase } from '@helpdesk/supabase'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { failureText, failureToasts, ticketErrorTexts } from '../model/errors'
import { UNREACHABLE_TEXT } from '@helpdesk/ui/components/error-text'
import { addComment } from './add-comment'
import { attachmentUrl, deleteAttachment, readAttachment } from './attachments'
import { bulkUpdate, undoBulkUpdate } from './bulk-update'
import { claimTicket, takeNextTicket } from './claim-ticket'
import { createTicket } from './create-ticket'
import { saveDraft } from './drafts'
import { deleteComment, updateComment } from './edit-comment'
import { createMacro, deleteMacro, listMacros, updateMacro } from './macros'
import { rateTicket } from './rate-ticket'
import { createSavedView, deleteSavedView, listSavedViews, updateSavedView } from './saved-views'
import { sendReply } from './send-reply'
import { updateTicket } from './update-ticket'
import { uploadAttachment } from './upload-attachment'

const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
const agent = { id, role: 'agent' as const }
const macro = {
  name: 'Hi',
  body: 'Hello',
  set_status: '',
  set_priority: '',
  add_tags: '',
  is_shared: false,
} as const
const view = { name: 'Mine', is_shared: false, filter: {} }
const file = () => new File(['x'], 'x.png', { type: 'image/png' })

const commands: [string, () => Promise<unknown>][] = [
  ['addComment', () => addComment(id, id, { content: 'Hello' })],
  ['attachmentUrl', () => attachmentUrl({ storage_path: 'a/1.png', file_name: 'x.png' })],
  ['readAttachment', () => readAttachment({ storage_path: 'a/1.png' })],
  ['deleteAttachment', () => deleteAttachment(id)],
  ['bulkUpdate', () => bulkUpdate([id], { status: 'open' })],
  ['undoBulkUpdate', () => undoBulkUpdate(id)],
  ['claimTicket', () => claimTicket(agent, { id, assigned_to: null })],
  ['takeNextTicket', () => takeNextTicket(agent)],
  ['createTicket', () => createTicket(id, { subject: 'A', description: 'Long enough', priority: 'normal' })],
  ['saveDraft', () => saveDraft(id, id, 'comment', 'Hello')],
  ['updateComment', () => updateComment(id, 'Hello')],
  ['deleteComment', () => deleteComment(id)],
  ['listMacros', listMacros],
  ['createMacro', () => createMacro(id, macro)],
  ['updateMacro', () => updateMacro(id, macro)],
  ['deleteMacro', () => deleteMacro(id)],
  ['rateTicket', () => rateTicket(id, { score: 5, comment: '' })],
  ['listSavedViews', listSavedViews],
  ['createSavedView', () => createSavedView(id, view)],
  ['updateSavedView', () => updateSavedView(id, view)],
  ['deleteSavedView', () => deleteSavedView(id)],
  ['sendReply', () => sendReply(id, id, { content: 'Hello', requestId: id })],
  ['updateTicket', () => updateTicket(id, id, { status: 'open' })],
  ['uploadAttachment', () => uploadAttachment(id, file())],
]
const page = '<html><body><h1>Internal Server Error</h1></body></html>'
const answers: Record<string, () => Promise<Response>> = {
  'an empty 500': () => Promise.resolve(new Response('', { status: 500 })),
  'a 500 with a page': () => Promise.resolve(new Response(page, { status: 500 })),
  'a 500 with an empty object': () => Promise.resolve(new Response('{}', { status: 500 })),
  'a 413 with a page': () => Promise.resolve(new Response(page, { status: 413 })),
  'an empty 429': () => Promise.resolve(new Response('', { status: 429 })),
  'no connection': () => Promise.reject(new TypeError('Failed to fetch')),
}
/** Specification, section 8, and the portal's own words for a lost connection. */
const CATALOGUE: readonly string[] = [
  ...Object.values(ticketErrorTexts),
  failureToasts.unknown.description,
  UNREACHABLE_TEXT,
]

beforeEach(() => {
  configureSupabase({ url: 'http://backend.test', publishableKey: 'public' })
  const user = { id, aud: '', app_metadata: {}, user_metadata: {}, created_at: '' }
  getDefaultStore().set(authStateAtom, (state) => ({ ...state, isLoading: false, initialized: true, user }))
})
afterEach(() => vi.unstubAllGlobals())

for (const [kind, answer] of Object.entries(answers)) {
  it.each(commands)(`${kind} to %s reads as a sentence`, async (_, command) => {
    vi.stubGlobal('fetch', answer)
    const failure = await command().then(
      () => expect.fail('should have failed'),
      (error: unknown) => error,
    )
    expect(CATALOGUE).toContain(failureText(failure))
  })
}
