import type { RealtimeChannel, RealtimeChannelOptions, SupabaseClient } from '@supabase/supabase-js'
import { expect, vi } from 'vitest'

export interface Heard {
  channel: RealtimeChannel
  events: { event: string; payload: Record<string, unknown> }[]
  /** Names of those whom the channel knows as present. */
  present: () => string[]
  statuses: string[]
}

/** Joins a channel. @returns it with what it receives, once the join is answered */
export async function joinChannel(
  client: SupabaseClient,
  topic: string,
  config: RealtimeChannelOptions['config'] = {},
): Promise<Heard> {
  const channel = client.channel(topic, { config })
  const heard: Heard = {
    channel,
    events: [],
    present: () => Object.keys(channel.presenceState()).sort(),
    statuses: [],
  }
  channel.on('broadcast', { event: '*' }, ({ event, payload }) => void heard.events.push({ event, payload }))
  if (config.presence) channel.on('presence', { event: 'sync' }, () => undefined)
  await new Promise<void>((resolve) =>
    channel.subscribe((status, error) => {
      heard.statuses.push(error ? `${status}: ${error.message}` : status)
      resolve()
    }),
  )
  return heard
}

export const inPrivate = { private: true }

export const soon = (check: () => void) => vi.waitFor(check, { timeout: 10_000 })

export async function topicsOf(
  client: SupabaseClient,
  ticket: string,
): Promise<{ public: string; staff: string }> {
  const { data, error } = await client.rpc('ticket_topics', { ticket_id: ticket })
  expect(error).toBeNull()
  return data
}

/** The user's own topic, and that of staff or of customers. */
export const changeTopics = async (client: SupabaseClient): Promise<string[]> =>
  (await client.rpc('changes_since')).data.topics

/**
 * Waits until messages of the database arrive: a project that nobody used for a while loses those of the first seconds.
 * @param topic that `client` may join
 * @param cause makes the database send something there
 */
export async function waitForDatabase(
  client: SupabaseClient,
  topic: string,
  cause: () => PromiseLike<unknown>,
): Promise<void> {
  const heard = await joinChannel(client, topic, inPrivate)
  const check = async () => {
    await cause()
    expect(heard.events.length).toBeGreaterThan(0)
  }
  await vi.waitFor(check, { timeout: 30_000, interval: 500 })
  await client.removeChannel(heard.channel)
}
