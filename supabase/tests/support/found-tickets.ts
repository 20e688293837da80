import type { SupabaseClient } from '@supabase/supabase-js'

/** What a search returns of a ticket: its row, and where the words were found. */
export interface Found {
  id: string
  subject: string
  created_at: string
  marked_subject: string
  found_in: string | null
  found_by: string | null
  snippet: string | null
  corrected: string | null
  [field: string]: unknown
}

/** Searches as the client, with the rows of tickets and their hits as one object each. */
export async function searchTickets(
  client: SupabaseClient,
  filter: object,
  more: object = {},
): Promise<Found[]> {
  const { data, error } = await client.rpc('search_tickets', { ...more, filter })
  if (error) throw new Error(error.message)
  return (data as { ticket: object }[]).map(
    ({ ticket, ...hit }) => ({ ...ticket, ...hit }) as unknown as Found,
  )
}
