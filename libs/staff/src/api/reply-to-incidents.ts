import { ask, loadData, z } from '@helpdesk/supabase'
import { ticketKeys } from '@helpdesk/tickets/api/keys'
import type { TicketStatus } from '@helpdesk/tickets/model/statuses'
import { useQuery } from '@helpdesk/ui/query'
import { partsOf } from '../model/bulk'
import { previewSchema, type IncidentPreview, type IncidentRow } from '../model/incident-reply'
import { bulkResultFields } from './bulk-result'

const sentSchema = z.object({
  results: z.array(
    z.object({
      ...bulkResultFields,
      comment_id: z.nullish(z.string()),
      /** Null for one that was sent at once. */
      send_at: z.nullish(z.string()),
    }),
  ),
})
export type IncidentResult = z.infer<typeof sentSchema>['results'][number]

/** Who would get a reply to a problem and its incidents. @throws AppError */
export async function previewIncidentReply(problemId: string): Promise<IncidentPreview> {
  const data = await loadData()
  return ask(data.rpc('preview_incident_reply', { problem: problemId }, { get: true }), previewSchema)
}

export const useIncidentPreview = (problemId: string) =>
  useQuery({
    queryKey: ticketKeys.incidentPreview(problemId),
    queryFn: () => previewIncidentReply(problemId),
    // What is sent was seen: a reply is refused where somebody wrote since.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

/**
 * Replies per call: without an undo each is sent in it, with everything that follows, and a busy server may cancel so long
 * a statement.
 */
const REPLIES_MAX = 20

export interface IncidentReply {
  problemId: string
  /** The tickets, with the text for each. */
  tickets: readonly (Pick<IncidentRow, 'id' | 'messages'> & { content: string })[]
  /** The same for every attempt, so that each ticket gets the reply once. */
  requestId: string
  status?: TicketStatus
}

/**
 * Replies to a problem's tickets, in parts.
 * @param onResults called after each call, because a later one may fail
 * @throws AppError when a call is refused or fails: earlier ones stay
 */
export async function replyToIncidents(
  { problemId, tickets, requestId, status }: IncidentReply,
  onResults: (results: IncidentResult[]) => void,
): Promise<void> {
  const data = await loadData()
  for (const part of partsOf(tickets, REPLIES_MAX)) {
    const texts = part.map(({ content }) => content)
    const request = data.rpc('reply_to_incidents', {
      problem: problemId,
      ticket_ids: part.map(({ id }) => id),
      seen: part.map(({ messages }) => messages),
      contents: new Set(texts).size === 1 ? texts.slice(0, 1) : texts,
      request_id: requestId,
      new_status: status,
    })
    onResults((await ask(request, sentSchema)).results)
  }
}

/** Comments per request that takes them back: their ids are in its address. */
const TAKE_BACK_MAX = 100

/** Takes back replies of the caller that are not sent yet. @returns how many it took back @throws AppError */
export async function takeBackReplies(commentIds: readonly string[]): Promise<number> {
  const data = await loadData()
  let taken = 0
  for (const part of partsOf(commentIds, TAKE_BACK_MAX)) {
    const request = data.from('comments').delete().in('id', part).not('send_at', 'is', null).select('id')
    taken += (await ask(request, z.array(z.unknown()))).length
  }
  return taken
}
