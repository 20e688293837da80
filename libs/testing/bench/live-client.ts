import { createFollower } from '@helpdesk/supabase/live/catch-up'
import { answerSchema } from '@helpdesk/supabase/live/changes'
import { createLive } from '@helpdesk/supabase/live/realtime'
import type { SupabaseClient } from '@supabase/supabase-js'
import * as z from 'zod/mini'
import type { Member, Role } from '../src/workspace'
import { realtime, type Stack } from '../src/stack'

/** What a page of each role reads again after a change, beside the changed rows. */
const figures: Record<Exclude<Role, 'admin'>, string[]> = {
  agent: ['count_queues', 'get_unread_notifications'],
  customer: ['get_unread_notifications'],
}

export interface LiveClient {
  userId: string
  /** Whether its page shows the tickets that change. */
  shows: boolean
  onTicket: (id: string) => void
  isLive: () => boolean
  stop: () => void
}

/** A page that follows changes, without its screen. */
export async function openLiveClient(
  stack: Stack,
  api: SupabaseClient,
  user: Member,
  role: keyof typeof figures,
): Promise<LiveClient> {
  const token = (await api.auth.getSession()).data.session?.access_token ?? null
  const live = createLive({ ...stack, accessToken: () => Promise.resolve(token), ...realtime })
  let cursor: string | undefined
  const client: LiveClient = {
    userId: user.id,
    shows: true,
    onTicket: () => undefined,
    isLive: () => false,
    stop: () => undefined,
  }
  let figuresTimer: ReturnType<typeof setTimeout> | undefined
  // As applyChanges does: together, after the rows.
  const readFigures = () => {
    figuresTimer ??= setTimeout(
      () => {
        figuresTimer = undefined
        for (const name of figures[role])
          void api.rpc(name).then(({ error: failed }) => failed && console.log(`${name}: ${failed.message}`))
      },
      500 + Math.random() * 1_000,
    )
  }
  const follower = createFollower({
    isIdle: () => false,
    isUrgent: () => client.shows,
    loadLive: () => Promise.resolve(live),
    async ask() {
      const { data, error } = await api.rpc('changes_since', cursor === undefined ? {} : { since: cursor })
      if (error) throw new Error(error.message)
      const answer = z.parse(answerSchema, data)
      for (const { id } of answer.tickets) client.onTicket(id)
      cursor = answer.cursor
      if (answer.tickets.length > 0) readFigures()
      return answer.topics
    },
  })
  follower.wake()
  return Object.assign(client, { isLive: follower.isLive, stop: follower.stop })
}
