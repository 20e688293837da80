import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { createUsers, db, insertTicket, type TestUser, type TestUsers } from './backend'

/** The people of this file's tests. Calls vitest's hooks, also for the workspace's seconds of an undo. */
export function createWaitingReplies() {
  let people: TestUsers
  beforeAll(async () => void (people = await createUsers()))
  beforeEach(async () => void (await setUndo(10)))
  afterAll(async () => {
    await setUndo(0)
    // Not sent while other tests run.
    await db`delete from public.comments where send_at is not null`
  })
  return {
    people: () => people,
    /** A ticket of the agent. */
    mine: (more: object = {}) => insertTicket(people.owner, { assigned_to: people.agent.id, ...more }),
    /** A reply that waits. @returns its id */
    async queued(ticket: string, more: object = {}, author = people.agent): Promise<string> {
      const { data, error } = await queue(author, ticket, more)
      expect(error).toBeNull()
      return (data as { comment: { id: string } }).comment.id
    },
  }
}

export const setUndo = (seconds: number) =>
  db`update public.workspace_settings set undo_send_seconds = ${seconds}`
export const queue = ({ client }: Pick<TestUser, 'client'>, ticket: string, more: object = {}) =>
  client.rpc('queue_reply', { ticket_id: ticket, content: 'Xyzzy, try again.', ...more })
export const send = ({ client }: Pick<TestUser, 'client'>, reply: string) =>
  client.rpc('send_waiting_reply', { comment_id: reply })
export const takeBack = ({ client }: Pick<TestUser, 'client'>, reply: string) =>
  client.from('comments').delete().eq('id', reply).not('send_at', 'is', null).select('content')
export const ripen = (reply: string) => db`update public.comments set send_at = now() where id = ${reply}`
export const sendDue = () => db`select public.send_due_replies()`
export const mails = async (ticket: string) => [
  ...(await db`select kind, recipient_id, new_status from public.notification_outbox where ticket_id = ${ticket}`),
]
export const stored = async (reply: string) => {
  const [row] = await db<{ is_internal: boolean; send_at: string | null; held_for: string | null }[]>`
    select c.is_internal, c.send_at, w.held_for
    from public.comments c left join private.waiting_replies w on w.comment_id = c.id where c.id = ${reply}`
  return row
}
export const events = async (ticket: string) =>
  (
    await db<{ kind: string }[]>`
      select kind from public.ticket_events where ticket_id = ${ticket} and kind <> 'created' order by created_at, kind`
  ).map(({ kind }) => kind)
