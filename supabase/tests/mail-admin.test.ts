import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import {
  createUsers,
  db,
  expectError,
  expectForbidden,
  insertTicket,
  type TestUsers,
} from './support/backend'

let people: TestUsers
let ticket: string
let mail: string
beforeAll(async () => {
  people = await createUsers()
  ticket = await insertTicket(people.owner)
  mail = randomUUID()
  // The sender would send those of earlier files first.
  await db`delete from public.notification_outbox where sent_at is null`
  await db`insert into public.notification_outbox
    (id, kind, recipient_email, recipient_name, ticket_id, ticket_subject, actor_name, excerpt, dropped_at, error, attempts)
    values (${mail}, 'forward', 'expert@partner.example', '', ${ticket}, 'Fire', 'Ada', 'secret words', now(), '550 5.7.1 no', 14)`
  await db`insert into private.mail_attempts (mail_id, ended_at, error) values (${mail}, now(), '550 5.7.1 no')`
})

it('only admins see the outbox, the channel and start tests', async () => {
  const { owner, agent, visitor } = people
  for (const call of ['list_mails', 'get_mail_channel', 'start_mail_test']) {
    for (const { client } of [owner, agent]) expectError(await client.rpc(call), 'admin_required')
    expectForbidden(await visitor.rpc(call))
  }
  for (const { client } of [owner, agent])
    expectError(await client.rpc('retry_mail', { mail_id: mail }), 'admin_required')
})

it('lists mails by state with each attempt, and never a text', async () => {
  const { data, error } = await people.admin.client.rpc('list_mails', { state: 'failed' })
  expect(error).toBeNull()
  const rows: { id: string }[] = data
  expect(rows.find(({ id }) => id === mail)).toMatchObject({
    kind: 'forward',
    state: 'failed',
    recipient: 'expert@partner.example',
    ticket_id: ticket,
    error: '550 5.7.1 no',
    next_attempt_at: null,
    attempts: [{ error: '550 5.7.1 no', response: null }],
  })
  expect(JSON.stringify(rows)).not.toContain('secret words')
  const sent = await people.admin.client.rpc('list_mails', { state: 'sent' })
  expect(JSON.stringify(sent.data)).not.toContain(mail)
})

it('counts what waits and what failed', async () => {
  const { data } = await people.admin.client.rpc('get_mail_channel')
  expect(data).toMatchObject({ queued: expect.any(Number), failed: expect.any(Number) })
  expect((data as { failed: number }).failed).toBeGreaterThan(0)
})

it('tests the mail server with the own address only', async () => {
  const { data } = await people.admin.client.rpc('start_mail_test')
  expect(data).toMatchObject({ recipient: people.admin.email, name: 'Amy Admin' })
})

it('sends a failed mail again, once', async () => {
  const retry = () => people.admin.client.rpc('retry_mail', { mail_id: mail })
  expect((await retry()).error).toBeNull()
  await expect
    .poll(
      async () =>
        (await db`select sent_at is not null as sent from public.notification_outbox where id = ${mail}`)[0]
          ?.sent,
      {
        timeout: 20_000,
      },
    )
    .toBe(true)
  expectError(await retry(), 'mail_not_failed')
})
