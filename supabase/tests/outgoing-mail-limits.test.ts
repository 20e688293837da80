/** Many mails about one ticket at once. */
import { describe, expect, it } from 'vitest'
import { createConversation } from './support/conversation'
import { become, dropped, take } from './support/outgoing-mails'

const { people, ticket, alone, say } = createConversation()

describe('a storm', () => {
  it('sends at most 200 mails about a ticket within an hour, and records the others', () =>
    alone(async (tx) => {
      await tx`insert into public.notification_outbox (kind, recipient_email, recipient_name, ticket_id, ticket_subject, actor_name)
        select 'copy', 'x' || n || '@partner.example', '', ${ticket()}, 'Fire', 'Ada' from generate_series(1, 400) n`
      const [count] =
        await tx`select count(*)::int as all, count(dropped_at)::int as dropped from public.notification_outbox`
      expect(count).toEqual({ all: 300, dropped: 100 })
      expect(new Set(await dropped(tx))).toEqual(new Set(['too_many_mails']))
    }))

  it('loses no word of staff: it waits for a later hour, and Health says so', () =>
    alone(async (tx) => {
      const ours = await say(tx, people().agent, 'We are on it')
      await tx`delete from public.notification_outbox`
      const fill = (from: number, to: number) =>
        tx`insert into public.notification_outbox (kind, recipient_email, recipient_name, ticket_id, ticket_subject, actor_name, comment_id)
          select 'copy', 'x' || n || '@partner.example', '', ${ticket()}, 'Fire', 'Ada', ${ours} from generate_series(${from}::int, ${to}::int) n`
      await fill(1, 200)
      const reply = await say(tx, people().agent, 'And solved')
      const [mail] = await tx<{ dropped_at: Date | null; error: string; hours: number }[]>`
        select dropped_at, error, extract(epoch from next_attempt_at - now())::int / 3600 as hours
        from public.notification_outbox where comment_id = ${reply} and kind = 'reply'`
      expect(mail).toEqual({ dropped_at: null, error: 'too_many_mails', hours: 1 })
      // Later ones do not overtake them: each hour has its 200.
      await fill(202, 600)
      const rows = await tx<{ hours: number; count: number }[]>`
        select extract(epoch from next_attempt_at - now())::int / 3600 as hours, count(*)::int
        from public.notification_outbox where dropped_at is null group by 1 order by 1`
      expect([...rows]).toEqual([0, 1, 2].map((hours) => ({ hours, count: 200 })))
      await become(tx, people().admin)
      const [health] = await tx<{ mail: { deferred: number } }[]>`
        select public.get_service_health() -> 'mail' as mail`
      expect(health?.mail.deferred).toBe(400)
      await become(tx, null)
      await tx`update public.notification_outbox set next_attempt_at = now() where comment_id = ${reply}`
      expect((await take(tx)).map(({ message }) => message)).toContain('And solved')
    }))

  it.each([
    ['somebody else', 'owner', null],
    ['a forged mail', 'otherCustomer', 'none'],
  ] as const)('does not stop the mails of a customer when %s causes it', (_name, author, verdict) =>
    alone(async (tx) => {
      const noise = await say(tx, people()[author], 'Again and again')
      if (verdict) {
        await tx`update public.comments set source = 'mail' where id = ${noise}`
        await tx`insert into private.mail_messages (message_id, recipient, authentication, state, ticket_id, comment_id)
          values ('storm@example.org', 'support@localhost', ${verdict}, 'accepted', ${ticket()}, ${noise})`
      }
      await tx`delete from public.notification_outbox`
      await tx`insert into public.notification_outbox (kind, recipient_email, recipient_name, ticket_id, ticket_subject, actor_name, comment_id)
        select 'copy', 'x' || n || '@partner.example', '', ${ticket()}, 'Fire', 'Olive', ${noise} from generate_series(1, 400) n`
      expect(new Set(await dropped(tx))).toEqual(new Set(['too_many_mails']))
      const theirs = await say(tx, people().otherCustomer, 'Here I am')
      await tx`insert into public.notification_outbox (kind, recipient_email, recipient_name, ticket_id, ticket_subject, actor_name, comment_id)
        values ('copy', 'x@partner.example', '', ${ticket()}, 'Fire', 'Stan', ${theirs})`
      const rows = await tx`select 1 from public.notification_outbox
        where comment_id = ${theirs} and dropped_at is null and recipient_email = 'x@partner.example'`
      expect(rows).toHaveLength(1)
    }),
  )

  it('does not stop the mails of staff when customers cause it', () =>
    alone(async (tx) => {
      const theirs = await say(tx, people().owner, 'Again and again')
      await tx`delete from public.notification_outbox`
      await tx`insert into public.notification_outbox (kind, recipient_email, recipient_name, ticket_id, ticket_subject, actor_name, comment_id)
        select 'copy', 'x' || n || '@partner.example', '', ${ticket()}, 'Fire', 'Olive', ${theirs} from generate_series(1, 400) n`
      expect(new Set(await dropped(tx))).toEqual(new Set(['too_many_mails']))
      const ours = await say(tx, people().agent, 'We are on it')
      const [mail] =
        await tx`select dropped_at from public.notification_outbox where comment_id = ${ours} and kind = 'reply'`
      expect(mail).toEqual({ dropped_at: null })
    }))
})
