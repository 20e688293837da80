import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createUsers, db, expectError, expectForbidden, type TestUsers } from './support/backend'

let people: TestUsers
beforeAll(async () => {
  people = await createUsers()
})
beforeEach(async () => {
  await db`delete from public.notification_outbox where sent_at is null`
  await db`delete from private.server_checks where true`
  await db`update private.mail_channel set last_run_at = null where true`
})

const report = (checks: Record<string, { ok: boolean; reason?: string }>) =>
  db`select private.report_server_checks(${db.json(checks)})`
const health = async () => {
  const { data, error } = await people.admin.client.rpc('get_service_health')
  expect(error).toBeNull()
  return data as unknown as {
    checks: { name: string; ok: boolean; reason: string | null; since: string }[]
    mail: Record<string, unknown>
  }
}

describe('the health of the workspace', () => {
  it('is for admins only', async () => {
    const { owner, agent, visitor } = people
    for (const { client } of [owner, agent])
      expectError(await client.rpc('get_service_health'), 'admin_required')
    expectForbidden(await visitor.rpc('get_service_health'))
  })

  it('contains the mails that wait and the last run of their sender', async () => {
    expect((await health()).mail).toMatchObject({ last_run_at: null, queued: 0, oldest_due_at: null })
    await db`insert into public.notification_outbox
      (id, kind, recipient_email, recipient_name, actor_name, next_attempt_at)
      values (${randomUUID()}, 'refused', 'nobody@partner.example', 'Nobody', 'Ada', now() - interval '20 minutes')`
    const { mail } = await health()
    expect(mail.queued).toBe(1)
    expect(Date.now() - Date.parse(String(mail.oldest_due_at))).toBeGreaterThan(19 * 60_000)

    await db`select count(*) from public.take_notifications(1)`
    const after = await health()
    expect(Date.now() - Date.parse(String(after.mail.last_run_at))).toBeLessThan(60_000)
    expect(after.mail.oldest_due_at).toBeNull()
  })

  it('contains no checks of a server where none reports', async () => {
    expect((await health()).checks).toEqual([])
    await report({ storage: { ok: true } })
    await db`update private.server_checks set checked_at = now() - interval '3 minutes' where true`
    expect((await health()).checks).toEqual([])
  })

  it('says since when a check fails', async () => {
    await report({ storage: { ok: true }, incoming: { ok: true } })
    await db`update private.server_checks set since = now() - interval '1 hour' where true`
    await report({ storage: { ok: false, reason: 'No space' }, incoming: { ok: true } })
    const [incoming, storage] = (await health()).checks
    expect(incoming).toMatchObject({ name: 'incoming', ok: true, reason: null })
    expect(storage).toMatchObject({ name: 'storage', ok: false, reason: 'No space' })
    expect(Date.parse(String(storage?.since)) - Date.parse(String(incoming?.since))).toBeGreaterThan(
      3_500_000,
    )

    await report({ storage: { ok: false, reason: 'No space' } })
    expect((await health()).checks).toEqual([storage])
  })
})
