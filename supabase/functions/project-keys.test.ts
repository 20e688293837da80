import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createUser, db, stack, type TestUser } from '../tests/support/backend'
import { deliver, rawMail, secret, stranger } from '../tests/support/mail'
import type { ProjectEnvironment } from './_shared/api-keys.ts'
import { handler as assistant } from './admin-assistant/handler.ts'
import { tokenOf } from './admin-assistant/test-helpers.ts'
import { handler as receiveMail } from './receive-mail/handler.ts'
import { handler as sendInvites } from './send-invites/handler.ts'
import { handler as sendNotifications } from './send-notifications/handler.ts'
import { handler as staffMail } from './staff-mail/handler.ts'
import { handler as testMail } from './test-mail/handler.ts'
import { handler as unsubscribe } from './unsubscribe/handler.ts'
import { handler as updateUserRole } from './update-user-role/handler.ts'

const { url, publishableKey, secretKey } = stack
const settings = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'desk@example.com', PORTAL_URL: url }
const environments: [string, ProjectEnvironment][] = [
  [
    'current',
    {
      SUPABASE_URL: url,
      SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: publishableKey }),
      SUPABASE_SECRET_KEYS: JSON.stringify({ default: secretKey }),
    },
  ],
  ['legacy', { SUPABASE_URL: url, SUPABASE_ANON_KEY: publishableKey, SUPABASE_SERVICE_ROLE_KEY: secretKey }],
]

let admin: TestUser
let customer: TestUser
let token = ''
beforeAll(async () => {
  admin = await createUser('admin', 'Kay Keys')
  token = await tokenOf(admin)
})
beforeEach(async () => void (customer = await createUser('customer', 'Lee Legacy')))

describe.each(environments)('with the %s names of keys alone', (_names, env) => {
  const post = (body: unknown, bearer = token) =>
    new Request(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}` },
      body: JSON.stringify(body),
    })

  it('update-user-role changes a role and its copy in Auth', async () => {
    const answer = await updateUserRole(post({ userId: customer.id, role: 'agent' }), env)
    expect(await answer.json()).toEqual({ userId: customer.id, role: 'agent', metadata: 'updated' })
  })

  it('send-invites makes invites', async () => {
    const answer = await sendInvites(post({ emails: [stranger()], role: 'agent' }), { ...env, ...settings })
    expect(await answer.json()).toMatchObject({ results: [{ code: 'mail_not_sent' }] })
  })

  it('test-mail tries the mail server', async () => {
    const answer = await testMail(post({}), { ...env, ...settings })
    expect(await answer.json()).toMatchObject({ ok: false, recipient: admin.email })
  })

  it('admin-assistant answers', async () => {
    const answer = await assistant(post({ messages: [], newUserMessage: 'Hello' }), env)
    expect([answer.status, await answer.json()]).toEqual([200, { reply: expect.any(String) }])
  })

  it('staff-mail shows the original of a mail', async () => {
    const from = stranger()
    await deliver(rawMail({ from }))
    const [mail] = await db`select id from private.mail_messages where from_address = ${from}`
    const answer = await staffMail(post({ action: 'show', mailId: mail?.id }), env)
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('Smoke comes out')])
  })

  it('receive-mail files a mail', async () => {
    const delivered = await deliver(
      rawMail({ from: stranger() }),
      {},
      { ...env, RECEIVE_MAIL_SECRET: secret },
    )
    expect(delivered).toMatchObject({ status: 200, results: [{ state: 'accepted' }] })
    const asked = new Request(url, { headers: { apikey: secretKey } })
    expect(await (await receiveMail(asked, env)).json()).toMatchObject({ secret: false })
  })

  it('send-notifications reads the outbox', async () => {
    await db`delete from public.notification_outbox where sent_at is null`
    const answer = await sendNotifications(post({}, secretKey), { ...env, ...settings })
    expect([answer.status, await answer.json()]).toEqual([200, { sent: 0, failed: 0, errors: [] }])
  })

  it('unsubscribe changes a preference', async () => {
    const [row] = await db`select private.one_click_token(${customer.id}, 'status') as token`
    const request = new Request(`${url}?token=${row?.token}`, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    })
    expect((await unsubscribe(request, { ...env, ...settings })).status).toBe(200)
  })
})
