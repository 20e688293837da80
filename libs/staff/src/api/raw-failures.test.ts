import { ANY_ID, testRawFailures } from '@helpdesk/tickets/testing/raw-failures'
import { bulkUpdate, undoBulkUpdate } from './bulk-update'
import { claimTicket, takeNextTicket } from './claim-ticket'
import { saveDraft } from './drafts'
import { createMacro, deleteMacro, listMacros, updateMacro } from './macros'
import { sendReply } from './send-reply'

const agent = { id: ANY_ID, role: 'agent' } as const
const macro = {
  name: 'Hi',
  body: 'Hello',
  set_status: '',
  set_priority: '',
  add_tags: '',
  is_shared: false,
} as const

testRawFailures([
  ['bulkUpdate', () => bulkUpdate([ANY_ID], { status: 'open' })],
  ['undoBulkUpdate', () => undoBulkUpdate(ANY_ID)],
  ['claimTicket', () => claimTicket(agent, { id: ANY_ID, assigned_to: null })],
  ['takeNextTicket', () => takeNextTicket(agent)],
  ['saveDraft', () => saveDraft(ANY_ID, ANY_ID, 'comment', 'Hello')],
  ['listMacros', listMacros],
  ['createMacro', () => createMacro(ANY_ID, macro)],
  ['updateMacro', () => updateMacro(ANY_ID, macro)],
  ['deleteMacro', () => deleteMacro(ANY_ID)],
  ['sendReply', () => sendReply(ANY_ID, ANY_ID, { content: 'Hello', requestId: ANY_ID })],
])
