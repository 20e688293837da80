/** What happens when a ticket or a comment changes: the triggers in their order, and the one context of a change. */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createUsers, db } from './support/backend'
import { rolledBack } from './support/rolled-back'

/** Triggers for each row of a table, in the order in which they fire. */
const rowTriggers = async (table: string) =>
  (
    await db<{ name: string }[]>`
      select tgname as name from pg_trigger
      where tgrelid = ${table}::regclass and not tgisinternal and tgtype & 1 = 1 order by tgtype & 2 = 0, tgname collate "C"`
  ).map((row) => row.name)

describe('the triggers for each row', () => {
  it('are, for tickets, those that the page about them lists', async () =>
    expect(await rowTriggers('public.tickets')).toEqual([
      'tickets_before_insert',
      'tickets_before_update_1_claim',
      'tickets_before_update_2_check',
      'tickets_before_update_3_apply',
      'tickets_before_update_4_tags',
      'tickets_after_delete',
      'tickets_after_delete_merged',
      'tickets_after_insert',
      'tickets_after_update_1_follow',
      'tickets_after_update_2_status',
    ]))

  it('are, for comments, one before and one after each verb', async () =>
    expect(await rowTriggers('public.comments')).toEqual([
      'comments_before_delete',
      'comments_before_insert',
      'comments_before_update',
      'comments_after_delete',
      'comments_after_insert',
      'comments_after_update',
    ]))
})

it('a new requester changes who waits, in the ticket and in the lists with its tags', async () => {
  const { owner, agent } = await createUsers()
  await rolledBack(async (tx) => {
    const [ticket] = await tx<{ id: string }[]>`
      insert into public.tickets (subject, description, created_by, customer_id, tags)
      values ('Broken lamp', 'It does not light up any more', ${owner.id}, ${owner.id}, '{lamp}') returning id`
    const id = String(ticket?.id)
    await tx`insert into public.comments (ticket_id, user_id, content) values (${id}, ${agent.id}, 'We look at it')`
    const waits = async () => {
      const rows = await tx`
        select t.waiting_since is not null as ticket, k.waiting_since is not null as list
        from public.tickets t join private.tagged_tickets k on k.ticket_id = t.id where t.id = ${id}`
      return [...rows]
    }
    expect(await waits()).toEqual([{ ticket: false, list: false }])
    await tx`update public.tickets set customer_id = ${agent.id} where id = ${id}`
    expect(await waits()).toEqual([{ ticket: true, list: true }])
  })
})

describe('the context of a change', () => {
  it('is the only setting of ours that functions and triggers use', async () => {
    const users = await db<{ name: string }[]>`
      select proname as name from pg_proc
      where pronamespace in ('public'::regnamespace, 'private'::regnamespace, 'gate'::regnamespace)
        and prosrc ~* '(set_config|current_setting)\\s*\\(\\D{0,40}helpdesk' order by 1`
    expect(users.map((row) => row.name)).toEqual(['context', 'set_context'])
    const triggers = await db`
      select tgname from pg_trigger where not tgisinternal and pg_get_triggerdef(oid) ~ 'current_setting'`
    expect([...triggers]).toEqual([])
  })

  it('lists each field with who sets and who reads it', async () => {
    const [type] = await db<{ fields: string[]; about: string }[]>`
      select enum_range(null::private.context_field)::text[] as fields,
        obj_description('private.context_field'::regtype, 'pg_type') as about`
    const listed = [...(type?.about ?? '').matchAll(/^(\w+): [^]*?Set/gm)].map((match) => match[1])
    expect(listed).toEqual(type?.fields)
  })

  it('ends with the transaction, and refuses unknown fields', async () => {
    const batch = randomUUID()
    await rolledBack(async (tx) => {
      await tx`select private.set_context('batch', ${batch})`
      expect([...(await tx`select private.current_batch() as batch`)]).toEqual([{ batch }])
      await expect(tx`select private.set_context('other', 'x')`).rejects.toThrow('context_field')
    })
    expect([...(await db`select private.context('batch') as batch`)]).toEqual([{ batch: null }])
  })
})
