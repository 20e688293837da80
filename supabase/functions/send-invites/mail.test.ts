import { beforeAll, describe, expect, it } from 'vitest'
import { createUser, stack } from '../../tests/support/backend'
import { tokenOf } from '../admin-assistant/test-helpers.ts'
import { handler, type Environment } from './handler.ts'
import { inviteMail, type Invitation } from './mail.ts'

const invitation = (overrides: Partial<Invitation> = {}): Invitation => ({
  email: 'ivy@example.com',
  role: 'agent',
  token: '3f0c2f2e-8c4e-4e0a-9d5b-0a1b2c3d4e5f',
  expiresAt: '2026-01-12T10:05:00+00:00',
  ...overrides,
})
const sender = { workspace: 'Acme Support', name: 'Ada Admin', accent: '#0b5f6b' }
const portal = 'https://help.example.com'
const link = `${portal}/auth/signup?token=3f0c2f2e-8c4e-4e0a-9d5b-0a1b2c3d4e5f`

describe('inviteMail', () => {
  it('names inviter, role and expiry, and links to the sign-up page', () => {
    const mail = inviteMail(invitation(), sender, portal)
    expect(mail).toMatchObject({
      to: { address: 'ivy@example.com' },
      subject: "You've been invited to join Acme Support",
    })
    expect(mail.text).toContain('Ada Admin invited you to join Acme Support as an agent.')
    expect(mail.text).toContain(`Accept the invite: ${link}\n`)
    expect(mail.text).toContain('for ivy@example.com alone, until January 12, 2026 at 10:05 AM UTC.')
    expect(mail.html).toContain(`href="${link}"`)
    expect(mail.html).toContain('background:#0b5f6b;color:#ffffff')
  })

  it('omits unknown names and dates', () => {
    const { text } = inviteMail(
      invitation({ role: 'admin', expiresAt: '' }),
      { workspace: ' ', name: '\n', accent: '' },
      portal,
    )
    expect(text).toContain('An administrator invited you to join Helpdesk as an admin.')
    expect(text).toContain('for ivy@example.com alone.')
  })

  it('keeps names out of headers and markup', () => {
    const nasty = 'a\r\nBcc: x@example.com\u2028<b>&"'
    const mail = inviteMail(invitation(), { workspace: nasty, name: nasty, accent: nasty }, portal)
    expect(mail.subject).not.toMatch(/[\r\n\u2028]/)
    expect(mail.html).not.toContain('<b>')
    expect(mail.html).toContain('&lt;b&gt;&amp;&quot;')
  })

  it('rejects anything but a single address', () =>
    expect(() => inviteMail(invitation({ email: 'a@example.com,b@example.com' }), sender, portal)).toThrow(
      /not valid/,
    ))
})

describe('send-invites', () => {
  const env = { SUPABASE_URL: stack.url, SUPABASE_ANON_KEY: stack.publishableKey, PORTAL_URL: portal }
  let authorization = ''
  beforeAll(async () => {
    authorization = `Bearer ${await tokenOf(await createUser('admin', 'Ivan Inviter'))}`
  })
  const call = (body: unknown, settings: Environment = env, headers: HeadersInit = { authorization }) =>
    handler(new Request(portal, { method: 'POST', headers, body: JSON.stringify(body) }), settings)
  const good = { emails: ['ivy@example.com'], role: 'agent' }

  it.each([
    [null, 'invite_count'],
    [{ ...good, emails: 'ivy@example.com' }, 'invite_count'],
    [{ ...good, emails: [] }, 'invite_count'],
    [{ ...good, emails: Array.from({ length: 101 }, () => 'x@example.com') }, 'invite_count'],
    [{ ...good, emails: [1] }, 'invalid'],
    [{ ...good, emails: ['x'.repeat(321)] }, 'invalid'],
    [{ ...good, role: 'customer' }, 'invite_role'],
    [{ ...good, expires: 'never' }, 'invalid'],
  ])('rejects %j with %s', async (body, code) => {
    const response = await call(body)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code })
  })

  it('requires a token, a portal URL and a reachable database', async () => {
    expect((await call(good, env, {})).status).toBe(401)
    expect((await call(good, { ...env, PORTAL_URL: '' })).status).toBe(500)
    const unreachable = await call(good, { ...env, SUPABASE_URL: 'http://127.0.0.1:1' })
    expect(unreachable.status).toBe(503)
    expect(await unreachable.json()).toEqual({ error: 'Failed to send the invites', code: 'invites_failed' })
    expect((await handler(new Request(portal), env)).status).toBe(405)
    expect((await handler(new Request(portal, { method: 'OPTIONS' }), env)).status).toBe(204)
  })
})
