import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { createUsers, db, insertTicket, type TestUsers } from './support/backend'
import { deliver, rawMail, replyAddress, stranger } from './support/mail'

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))

describe('a mail that cannot be filed', () => {
  it('waits for staff instead of being delivered again for days', async () => {
    // Longer than the column takes, with 60 recipients in To and in Cc.
    const others = Array.from(
      { length: 60 },
      (_, n) =>
        `=?utf-8?b?${Buffer.from('山'.repeat(90)).toString('base64')}?= <p${n}-${'x'.repeat(60)}@${'y'.repeat(60)}.example>`,
    )
    const long = rawMail({ from: stranger(), headers: [`Cc: ${others.join(',\r\n ')}`] }).replace(
      'To: ',
      `To: ${others.join(',\r\n ')},\r\n `,
    )
    expect(await deliver(long)).toMatchObject({ status: 200, results: [{ state: 'accepted' }] })

    await db`alter table public.comments add constraint poison check (content <> 'poison')`
    try {
      const ticket = await insertTicket(people.owner)
      const raw = rawMail({ from: people.owner.email, to: await replyAddress(ticket), text: 'poison' })
      const to = [await replyAddress(ticket)]
      expect(await deliver(raw, { to })).toMatchObject({
        status: 200,
        results: [{ state: 'unmatched', reason: 'not_filed' }],
      })
      const [row] =
        await db`select suspected_ticket_id, original_path is not null as kept from private.mail_messages
        where from_address = ${people.owner.email} and reason = 'not_filed'`
      expect(row).toEqual({ suspected_ticket_id: ticket, kept: true })
    } finally {
      await db`alter table public.comments drop constraint poison`
    }
  })
})

describe('a mail that meets a fault of the database', () => {
  // As the Data API answers a statement that safeupdate refuses, a missing column, and a crash at that very moment.
  const faults = {
    'a refused statement': `raise 'DELETE requires a WHERE clause' using errcode = '21000'`,
    'a missing column': `raise 'column does not exist' using errcode = '42703'`,
    'an answer without a code': `raise sqlstate 'PGRST' using message = '{"code": "", "message": "", "details": null, "hint": null}',
      detail = '{"status": 400, "headers": {}}'`,
  }
  it.each(Object.entries(faults))('is asked for again after %s, and filed then', async (_name, fault) => {
    const raw = rawMail({ from: stranger(), text: 'It broke.' })
    await db.unsafe(`create function private.fail() returns trigger language plpgsql as $$ begin
        if new.reason = 'not_filed' then return new; end if;
        ${fault};
      end $$;
      create trigger fail before insert on private.mail_messages for each row execute function private.fail()`)
    try {
      expect(await deliver(raw)).toMatchObject({ status: 503, code: 'try_again' })
    } finally {
      await db`drop function private.fail() cascade`
    }
    expect(await deliver(raw)).toMatchObject({ status: 200, results: [{ state: 'accepted' }] })
  })
})

describe('the original of a mail', () => {
  const stored = async (path: string) =>
    (await db`select 1 from storage.objects where bucket_id = 'mail-originals' and name = ${path}`).length
  const pathOf = async (raw: string) => {
    return `${createHash('sha256').update(raw).digest('hex')}.eml`
  }

  it('is stored for what is kept, not for what is refused', async () => {
    const from = stranger()
    await db`insert into public.blocked_senders (address) values (${from})`
    const refused = rawMail({ from })
    await deliver(refused)
    expect(await stored(await pathOf(refused))).toBe(0)
    const kept = rawMail({ from: stranger() })
    await deliver(kept)
    expect(await stored(await pathOf(kept))).toBe(1)
  })

  it('is removed once its mail was discarded, or its comment or ticket deleted', async () => {
    const ticket = await insertTicket(people.owner)
    const to = await replyAddress(ticket)
    const [waits, answers, opens] = [
      rawMail({ from: stranger(), to }),
      rawMail({ from: people.owner.email, to }),
      rawMail({ from: people.owner.email }),
    ]
    await deliver(waits, { to: [to] })
    await deliver(answers, { to: [to] })
    await deliver(opens)
    const paths = await Promise.all([waits, answers, opens].map(pathOf))
    const rows = await db<{ id: string; state: string; ticket_id: string; path: string }[]>`
      select id, state, ticket_id, original_path as path from private.mail_messages where original_path in ${db(paths)}`
    expect(rows).toHaveLength(3)
    const waiting = rows.find(({ state }) => state === 'unmatched')?.id
    expect((await people.agent.client.rpc('discard_mail', { mail_id: waiting })).error).toBeNull()
    await db`delete from public.comments where ticket_id = ${ticket}`
    await db`delete from public.tickets where id = ${rows.find(({ path }) => path === paths[2])?.ticket_id ?? ''}`
    await deliver(rawMail({ from: stranger() }))
    expect(await Promise.all(paths.map(stored))).toEqual([1, 1, 1])
    await db`update private.old_originals set due_at = now() where path in ${db(paths)}`
    await deliver(rawMail({ from: stranger() }))
    expect(await Promise.all(paths.map(stored))).toEqual([0, 0, 0])
    expect(await db`select 1 from private.old_originals where path in ${db(paths)}`).toHaveLength(0)
  })
})

describe('a file that Storage refuses', () => {
  it('is named on the ticket, without holding up the others', async () => {
    const from = stranger()
    const [before] = await db<
      { allowed: string[] }[]
    >`select allowed_mime_types as allowed from storage.buckets where id = 'ticket-attachments'`
    await db`update storage.buckets set allowed_mime_types = array_remove(allowed_mime_types, 'image/gif') where id = 'ticket-attachments'`
    try {
      const part = (name: string, type: string, content: string) => [
        ...[
          '--b',
          `Content-Type: ${type}; name="${name}"`,
          `Content-Disposition: attachment; filename="${name}"`,
        ],
        ...['', content],
      ]
      const raw = rawMail({
        from,
        headers: ['Content-Type: multipart/mixed; boundary=b'],
        text: [
          ...['--b', 'Content-Type: text/plain', '', 'See files.'],
          ...part('moving.gif', 'image/gif', 'GIF89a'),
          ...part('log.txt', 'text/plain', 'line'),
          '--b--',
        ].join('\r\n'),
      })
      expect(await deliver(raw)).toMatchObject({ status: 200, results: [{ state: 'accepted' }] })
    } finally {
      await db`update storage.buckets set allowed_mime_types = ${before?.allowed ?? []} where id = 'ticket-attachments'`
    }
    const [ticket] = await db<{ id: string }[]>`
      select t.id from public.tickets t join public.profiles p on p.id = t.customer_id where p.email = ${from}`
    const { data } = await people.agent.client.rpc('get_ticket_detail', { ticket_id: ticket?.id })
    expect(data.attachments.map((file: { file_name: string }) => file.file_name)).toEqual(['log.txt'])
    expect(data.staff.events).toContainEqual(
      expect.objectContaining({ kind: 'file_refused', to_value: 'moving.gif', is_internal: false }),
    )
  })
})
