import { anonClient, DEMO_PASSWORD } from '@helpdesk/testing/stack'
import { beforeAll, describe, expect, it } from 'vitest'
import { createUsers, type TestUsers, db, stack, insertTicket } from '../support/backend'
import { freshEmail, request } from './support/attack'
import { resetAfterAll } from './support/reset'

resetAfterAll()

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))

describe('e-mail addresses and links', () => {
  const auth = () => anonClient(stack).auth

  it('sends no notifications to an unconfirmed address', async () => {
    const email = freshEmail()
    await auth().signUp({ email, password: DEMO_PASSWORD })
    const [row] = await db<{ id: string }[]>`select id from auth.users where email = ${email}`
    const id = row?.id ?? ''
    const own = await insertTicket({ ...people.owner, id })
    await people.agent.client.rpc('claim_ticket', { ticket_id: own })
    await people.agent.client.from('comments').insert({ ticket_id: own, content: 'hello' })
    expect(await db`select 1 from public.notification_outbox where recipient_id = ${id}`).toEqual([])
  })

  const elsewhere = [
    'https://evil.example/',
    '//evil.example/',
    'https:evil.example',
    'https://evil.example@127.0.0.1/',
    'http://127.0.0.1.evil.example/',
    'http://localhost.evil.example:4200/',
    'http://evil.example/127.0.0.1:4200/',
    'http://127.0.0.1:4200@evil.example/',
    'http://127.0.0.1:4200.evil.example/',
    'http:\\\\evil.example',
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    '\thttps://evil.example/',
    'https://EVIL.example/',
    'blob:http://127.0.0.1/x',
    'ftp://127.0.0.1/',
    // What config.toml lists for hosted projects; here another program may listen there.
    'http://127.0.0.1:4200/auth/callback',
    'http://localhost:4200/auth/callback',
    'http://[::1]:4200/',
    'https://127.0.0.1:4200/',
  ]
  it.each(elsewhere)('rejects a link to %s', async (target) => {
    const { status, headers } = await request(
      undefined,
      `/auth/v1/verify?token=x&type=signup&redirect_to=${encodeURIComponent(target)}`,
    )
    expect(status).toBe(303)
    expect(new URL(headers.get('location') ?? '').origin).toBe(new URL(stack.url).origin)
  })

  it.each(elsewhere)('rejects a provider redirect to %s', async (target) => {
    const { headers, text } = await request(
      undefined,
      `/auth/v1/authorize?provider=github&redirect_to=${encodeURIComponent(target)}`,
    )
    const location = headers.get('location')
    if (location) expect(decodeURIComponent(new URL(location).search)).not.toContain('evil.example')
    expect(text).not.toContain('evil.example')
    const state = new URL(location ?? stack.url).searchParams.get('state')
    const [flow] = await db<
      { referrer: string }[]
    >`select referrer from auth.flow_state where id::text = ${state}`
    expect(new URL(flow?.referrer ?? '').origin).toBe(new URL(stack.url).origin)
  })
})
