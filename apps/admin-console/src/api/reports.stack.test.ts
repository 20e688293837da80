// @vitest-environment node
import { getAuthState, initializeAuth } from '@helpdesk/auth'
import { authClient, configureSupabase } from '@helpdesk/supabase'
import { createUser, DEMO_PASSWORD, sql, startStack, type Stack } from '@helpdesk/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { SAMPLE_DASHBOARD, shownDashboard } from '../model/dashboard'
import { refusedField } from '../model/settings'
import { changeTag } from './change-tag'
import { countTags } from './count-tags'
import { exportTickets } from './export-tickets'
import { getAdminDashboard } from './get-admin-dashboard'
import { getReport } from './get-report'
import { logExport } from './log-export'
import { getWorkspaceSettings } from './get-workspace-settings'
import { updateWorkspaceSettings } from './update-workspace-settings'

let stack: Stack
let db: ReturnType<typeof sql>
let customer: string
const ids = { admin: '', agent: '' }
const scope = { from: '2020-03-01', to: '2020-03-31', zone: 'UTC', filter: {} }

async function signIn(who: keyof typeof ids): Promise<void> {
  const { error } = await (
    await authClient()
  ).signInWithPassword({
    email: `${who}@desk.test`,
    password: DEMO_PASSWORD,
  })
  if (error) throw error
  await vi.waitFor(() => expect(getAuthState().user?.id).toBe(ids[who]), { timeout: 10_000 })
}

beforeAll(async () => {
  stack = await startStack()
  db = sql(stack)
  configureSupabase({ url: stack.url, publishableKey: stack.publishableKey })
  await initializeAuth()
  ids.admin = (await createUser(stack, { email: 'admin@desk.test', role: 'admin', name: 'Amy Admin' })).id
  ids.agent = (await createUser(stack, { email: 'agent@desk.test', role: 'agent', name: 'Alex Agent' })).id
  customer = (await createUser(stack, { email: 'pat@desk.test', name: 'Pat Example' })).id
  await signIn('admin')
})
afterAll(async () => {
  await db?.end()
  await stack?.stop()
})

const run = (signal = new AbortController().signal, onProgress = (_rows: number) => {}) =>
  exportTickets({ scope, signal, onProgress })
const logged = () =>
  db`select to_value from public.audit_log where action = 'export' and target_label = 'tickets'`

describe('before the first ticket', () => {
  it('marks the dashboard as a sample', async () => {
    expect(shownDashboard(await getAdminDashboard())).toEqual({ figures: SAMPLE_DASHBOARD, isSample: true })
  })
  it('exports only a header line', async () => {
    const { file, rows } = await run()
    expect(rows).toBe(0)
    expect((await file.text()).split('\r\n')).toHaveLength(2)
  })
})

describe('with tickets', () => {
  beforeAll(async () => {
    // 2,500 tickets with the same time: only the id can order the pages.
    await db`insert into public.tickets (subject, description, created_by, customer_id, created_at, tags)
      select 'Ticket ' || n, 'One of very many.', ${customer}, ${customer}, '2020-03-05T10:00:00.123456Z', array['bulk']
      from generate_series(1, 2500) n`
  })

  it('shows live figures in the dashboard and the report', async () => {
    expect(await getAdminDashboard()).toMatchObject({
      has_tickets: true,
      active_tickets: 2500,
      total_users: 3,
    })
    const report = await getReport(scope)
    expect(report).toMatchObject({ created: 2500, by_status: { open: 2500 } })
    expect(report.days).toHaveLength(31)
  })

  it('exports every ticket once, and logs it', async () => {
    const seen: number[] = []
    const { file, rows } = await run(undefined, (done) => seen.push(done))
    expect(rows).toBe(2500)
    expect(seen.at(-1)).toBe(2500)
    // The data API limits the rows of a response.
    expect(seen.length).toBeGreaterThan(1)
    const lines = (await file.text()).trimEnd().split('\r\n').slice(1)
    expect(new Set(lines.map((line) => line.slice(0, 36))).size).toBe(2500)
    expect(lines[0]).toMatch(
      /^[0-9a-f-]{36},2020-03-05 10:00:00,Ticket \d+,Open,Normal,bulk,pat@desk.test,,,,,,#\d+,$/,
    )
    expect((await logged()).at(-1)?.to_value).toMatchObject({
      rows: 2500,
      filter: { from: scope.from, to: scope.to, time_zone: 'UTC' },
    })
  })

  it('leaves no audit entry when an export is cancelled', async () => {
    const before = (await logged()).length
    const control = new AbortController()
    await expect(run(control.signal, () => control.abort())).rejects.toThrow(/abort/i)
    expect(await logged()).toHaveLength(before)
  })

  it('counts, renames and removes a tag', async () => {
    expect(await countTags()).toEqual([{ tag: 'bulk', tickets: 2500 }])
    expect(await changeTag({ tag: 'bulk', newTag: 'many' })).toBe(2500)
    expect(await changeTag({ tag: 'many' })).toBe(2500)
    expect(await countTags()).toEqual([])
  })
})

describe('workspace settings', () => {
  it('can be read and changed, and rejects values outside the limits at their fields', async () => {
    expect(await updateWorkspaceSettings({ workspace_name: 'Acme' })).toMatchObject({
      workspace_name: 'Acme',
      max_files: 5,
    })
    expect(await getWorkspaceSettings()).toMatchObject({ workspace_name: 'Acme' })
    const refused = await updateWorkspaceSettings({ max_file_bytes: 5242881 }).catch(
      (error: unknown) => error,
    )
    expect(refusedField(refused)).toEqual({ max_file_bytes: 'Enter at most 5 MB' })
  })
})

it('rejects agents', async () => {
  await signIn('agent')
  const required = { code: 'admin_required', name: 'ForbiddenError' }
  await expect(getAdminDashboard()).rejects.toMatchObject(required)
  await expect(getReport(scope)).rejects.toMatchObject(required)
  await expect(run()).rejects.toMatchObject(required)
  await expect(logExport('report', 1, scope)).rejects.toMatchObject(required)
  await expect(countTags()).rejects.toMatchObject(required)
  await expect(updateWorkspaceSettings({ workspace_name: 'Mine' })).rejects.toMatchObject({
    name: 'NotFoundError',
  })
})
