import { ANY_ID, testRawFailures } from '@helpdesk/tickets/testing/raw-failures'
import { bulkUpdateTickets } from './bulk-update-tickets'
import { claimTicket } from './claim-ticket'
import { createSavedView } from './create-saved-view'
import { deleteMacro } from './delete-macro'
import { deleteSavedView } from './delete-saved-view'
import { listMacros } from './list-macros'
import { listSavedViews } from './list-saved-views'
import { saveDraft } from './save-draft'
import { createMacro, updateMacro } from './save-macro'
import { sendReply } from './send-reply'
import { takeNextTicket } from './take-next-ticket'
import { undoBulkUpdate } from './undo-bulk-update'
import { updateSavedView } from './update-saved-view'

const agent = { id: ANY_ID, role: 'agent' } as const
const macro = {
  name: 'Hi',
  body: 'Hello',
  set_status: '',
  set_priority: '',
  add_tags: '',
  is_shared: false,
} as const
const view = { name: 'Mine', is_shared: false, filter: {} }

testRawFailures([
  ['bulkUpdateTickets', () => bulkUpdateTickets([ANY_ID], { status: 'open' })],
  ['undoBulkUpdate', () => undoBulkUpdate(ANY_ID)],
  ['claimTicket', () => claimTicket(agent, { id: ANY_ID, assigned_to: null })],
  ['takeNextTicket', () => takeNextTicket(agent)],
  ['saveDraft', () => saveDraft(ANY_ID, ANY_ID, 'comment', 'Hello')],
  ['listMacros', listMacros],
  ['createMacro', () => createMacro(ANY_ID, macro)],
  ['updateMacro', () => updateMacro(ANY_ID, macro)],
  ['deleteMacro', () => deleteMacro(ANY_ID)],
  ['listSavedViews', listSavedViews],
  ['createSavedView', () => createSavedView(ANY_ID, view)],
  ['updateSavedView', () => updateSavedView(ANY_ID, view)],
  ['deleteSavedView', () => deleteSavedView(ANY_ID)],
  ['sendReply', () => sendReply(ANY_ID, ANY_ID, { content: 'Hello', requestId: ANY_ID })],
])
