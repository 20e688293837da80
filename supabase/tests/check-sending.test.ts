import { expect, it } from 'vitest'
import { db } from './support/backend'
import { rolledBack } from './support/rolled-back'

/** Everything that a sender writes. */
const written = async () => {
  const [row] = await db`select
    (select jsonb_agg(o order by o.id) from public.notification_outbox o) as mails,
    (select jsonb_agg(a) from private.mail_attempts a) as attempts,
    (select jsonb_agg(s order by s.message_id) from private.sent_mails s) as sent,
    (select jsonb_agg(u order by u.address) from public.undeliverable_addresses u) as addresses,
    (select jsonb_agg(c) from private.mail_channel c) as channel`
  return row
}

it('runs what a sender calls, and leaves nothing of it', async () => {
  const before = await written()
  await db`select public.check_sending()`
  expect(await written()).toEqual(before)
})

it.each(['report_mail_server', 'finish_notification', 'take_notifications'])(
  'raises what %s raises',
  (name) =>
    rolledBack(async (tx) => {
      const [old] = await tx<{ text: string }[]>`
      select pg_get_functiondef(oid) as text from pg_proc where proname = ${name} and pronamespace = 'public'::regnamespace`
      const broken = old?.text.replace(
        /AS \$function\$[\s\S]*\$function\$/,
        () => `as $$ begin raise 'UPDATE requires a WHERE clause' using errcode = '21000'; end $$`,
      )
      await tx.unsafe(String(broken).replace('LANGUAGE sql', 'LANGUAGE plpgsql'))
      await expect(tx.savepoint((sp) => sp`select public.check_sending()`)).rejects.toMatchObject({
        code: '21000',
      })
    }),
)
