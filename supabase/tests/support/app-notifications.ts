import { expect } from 'vitest'
import { db, type TestUser } from './backend'

export interface Item {
  id: string
  kind: string
  ticket_id: string
  actor_name: string | null
  excerpt: string | null
  times: number
  created_at: string
  is_read: boolean
}

/** Removes notifications, waiting mails and choices of everybody. */
export async function removeNotifications() {
  await db`delete from private.notifications`
  await db`delete from private.visitors`
  await db`delete from public.notification_outbox`
  await db`update public.profiles set preferences = '{}'`
}

export async function list({ client }: TestUser, args: object = {}): Promise<Item[]> {
  const { data, error } = await client.rpc('list_notifications', args)
  expect(error).toBeNull()
  return data as Item[]
}
export const kinds = async (who: TestUser) => (await list(who)).map(({ kind }) => kind)
export const unread = async ({ client }: TestUser) => (await client.rpc('get_unread_notifications')).data
export const prefer = (who: TestUser, preferences: Record<string, boolean>) =>
  db`update public.profiles set preferences = ${db.json(preferences)} where id = ${who.id}`
export async function done(answer: PromiseLike<{ error: unknown }>) {
  expect((await answer).error).toBeNull()
}
export const write = ({ client }: TestUser, ticket_id: string, values: object = {}) =>
  done(client.from('comments').insert({ ticket_id, content: 'Try again', ...values }))
export const change = ({ client }: TestUser, id: string, values: object) =>
  done(client.from('tickets').update(values).eq('id', id))
