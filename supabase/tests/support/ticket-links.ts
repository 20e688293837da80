/** Links of tickets as their callers make and read them. */
import { expect } from 'vitest'
import type { TestUser } from './backend'

export const link = ({ client }: TestUser, ids: string[], target: string, kind = 'related') =>
  client.rpc('link_tickets', { ticket_ids: ids, target, kind })
export const unlink = ({ client }: TestUser, ids: string[], target: string, kind = 'related') =>
  client.rpc('unlink_tickets', { ticket_ids: ids, target, kind })
export interface Linked {
  tickets: { relation: string; id: string; subject: string; status: string; assignee_name: string | null }[]
  incidents: number
  open_incidents: number
}
export const linked = async ({ client }: TestUser, id: string) => {
  const { data, error } = await client.rpc('linked_tickets', { ticket_id: id })
  expect(error).toBeNull()
  return data as Linked
}
/** The relations that a ticket shows to somebody, as `relation subject`. */
export const relationsFor = async (reader: TestUser, id: string) =>
  (await linked(reader, id)).tickets.map(({ relation, subject }) => `${relation} ${subject}`)
export const resultOf = ({ data, error }: { data: unknown; error: unknown }) => {
  expect(error).toBeNull()
  return (data as { results: { ok: boolean; changed: boolean; code: string | null; hint: string | null }[] })
    .results
}
