import { configureSupabase } from '@helpdesk/supabase'
import { errorText, UNREACHABLE_TEXT } from '@helpdesk/ui/components/error-text'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { askAssistant, chatFailureText } from './ask-assistant'
import { changeTag } from './change-tag'
import { countTags } from './count-tags'
import { endUserSessions } from './end-user-sessions'
import { getAdminDashboard } from './get-admin-dashboard'
import { getReport } from './get-report'
import { getWorkspaceSettings } from './get-workspace-settings'
import { listInvites } from './list-invites'
import { listUsers } from './list-users'
import { logExport } from './log-export'
import { revokeInvite } from './revoke-invite'
import { sendInvites } from './send-invites'
import { setUserActive } from './set-user-active'
import { updateWorkspaceSettings } from './update-workspace-settings'

const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
const scope = { from: '2026-01-01', to: '2026-01-02', zone: 'UTC', filter: {} }
const question = { messages: [], text: 'Hello', signal: new AbortController().signal }
const nothing = () => undefined

const commands: [string, () => Promise<unknown>][] = [
  ['sendInvites', () => sendInvites(['x@new.test'], 'agent')],
  ['revokeInvite', () => revokeInvite(id)],
  ['listInvites', () => listInvites(undefined)],
  ['listUsers', () => listUsers({ search: '', role: undefined, active: undefined })],
  ['setUserActive', () => setUserActive(id, false)],
  ['endUserSessions', () => endUserSessions(id)],
  ['countTags', countTags],
  ['changeTag', () => changeTag({ tag: 'a' })],
  ['getWorkspaceSettings', getWorkspaceSettings],
  ['updateWorkspaceSettings', () => updateWorkspaceSettings({ workspace_name: 'Acme' })],
  ['getAdminDashboard', getAdminDashboard],
  ['getReport', () => getReport(scope)],
  ['logExport', () => logExport('report', 1, scope)],
]
const page = '<html><body><h1>Internal Server Error</h1></body></html>'
const answers: [string, () => Promise<Response>][] = [
  ['an empty 500', () => Promise.resolve(new Response('', { status: 500 }))],
  ['a 500 with a page', () => Promise.resolve(new Response(page, { status: 500 }))],
  ['a 500 with an empty object', () => Promise.resolve(new Response('{}', { status: 500 }))],
  ['a 413 with a page', () => Promise.resolve(new Response(page, { status: 413 }))],
  ['an empty 429', () => Promise.resolve(new Response('', { status: 429 }))],
  ['no connection', () => Promise.reject(new TypeError('Failed to fetch'))],
]
const failureOf = (command: () => Promise<unknown>): Promise<unknown> =>
  command().then(
    () => expect.fail('should have failed'),
    (error: unknown) => error,
  )

beforeEach(() => configureSupabase({ url: 'http://backend.test', publishableKey: 'public' }))
afterEach(() => vi.unstubAllGlobals())

for (const [kind, answer] of answers) {
  it.each(commands)(`${kind} in %s shows a readable text`, async (_, command) => {
    vi.stubGlobal('fetch', answer)
    const unknown = 'An unknown error occurred'
    expect([unknown, UNREACHABLE_TEXT]).toContain(errorText(await failureOf(command), unknown))
  })

  it(`${kind} in the assistant shows a readable text`, async () => {
    vi.stubGlobal('fetch', answer)
    const ask = () => askAssistant(question, { onText: nothing, onWorking: nothing, onProposal: nothing })
    expect(chatFailureText(await failureOf(ask))).toMatch(
      /^(?:Failed to get response from AI assistant|An unknown error occurred)$/,
    )
  })
}
