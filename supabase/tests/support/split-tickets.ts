import { beforeAll, expect } from 'vitest'
import {
  createUser,
  createUsers,
  db,
  insertAttachment,
  insertTicket,
  type TestUser,
  type TestUsers,
} from './backend'

type Split = { id: string; number: number; subject: string }

/** The people of this file's tests, and what they do with messages. Calls vitest's hooks. */
export function createSplits() {
  let people: TestUsers
  beforeAll(async () => void (people = await createUsers()))

  const split = (
    ticket_id: string,
    comment_ids: string[],
    who: TestUser = people.agent,
    subject = 'Another',
  ) => who.client.rpc('split_ticket', { ticket_id, comment_ids, subject })
  async function splitOff(...args: Parameters<typeof split>) {
    const { data, error } = await split(...args)
    expect(error).toBeNull()
    return data as Split
  }
  const undo = (ticket_id: string, who: TestUser = people.agent) =>
    who.client.rpc('undo_split', { ticket_id })
  const say = async (author: TestUser, ticket: string, content: string, internal = false) => {
    const { data, error } = await author.client
      .from('comments')
      .insert({ ticket_id: ticket, content, is_internal: internal })
      .select('id')
      .single()
    expect(error).toBeNull()
    return (data as { id: string }).id
  }
  const detail = async (reader: TestUser, ticket_id: string) => {
    const { data, error } = await reader.client.rpc('get_ticket_detail', { ticket_id })
    expect(error).toBeNull()
    return data as {
      ticket: Record<string, unknown>
      comments: { id: string; content: string }[]
      attachments: { id: string; comment_id: string | null; storage_path: string }[]
      events: { kind: string; to_value: string }[]
    } | null
  }
  /** Every row that belongs to a ticket, to compare before and after. */
  const rowsOf = (ticket: string) => db`
    select to_jsonb(t) - 'version' - 'updated_at' as ticket,
      (select jsonb_agg(to_jsonb(c) order by c.id) from public.comments c where c.ticket_id = t.id) as comments,
      (select jsonb_agg(to_jsonb(a) order by a.id) from public.attachments a where a.ticket_id = t.id) as files,
      (select jsonb_agg(to_jsonb(r) order by r.path) from private.recorded_paths r where r.ticket_id = t.id) as paths,
      (select jsonb_agg(to_jsonb(d) order by d.is_internal) from private.search_documents d where d.ticket_id = t.id) as words
    from public.tickets t where t.id = ${ticket}`

  /** A ticket with a second matter in it: two messages of the customer, an answer, a note, and files of both. */
  async function twoMatters() {
    const owner = await createUser('customer', 'Tina Two')
    const ticket = await insertTicket(owner, {
      assigned_to: people.agent.id,
      status: 'in_progress',
      priority: 'high',
    })
    const [stays, first, answer, note, last] = [
      await say(owner, ticket, 'About the printer'),
      await say(owner, ticket, 'Short'),
      await say(people.agent, ticket, 'An answer to the second matter'),
      await say(people.agent, ticket, 'A note about it', true),
      await say(owner, ticket, 'More of the second matter'),
    ]
    const files = {
      stays: await insertAttachment(owner, ticket, stays),
      first: await insertAttachment(owner, ticket, first),
      note: await insertAttachment(people.agent, ticket, note),
      last: await insertAttachment(owner, ticket, last),
    }
    return { owner, ticket, stays, first, answer, note, last, files, chosen: [last, first, note, answer] }
  }

  return { people: () => people, split, splitOff, undo, say, detail, rowsOf, twoMatters }
}
