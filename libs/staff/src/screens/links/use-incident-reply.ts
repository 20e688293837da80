import { useAuth } from '@helpdesk/auth'
import { draftStorageKey, readDraft, writeDraft } from '@helpdesk/tickets/drafts/draft-storage'
import { ticketKeys } from '@helpdesk/tickets/api/keys'
import { updateOwner } from '@helpdesk/tickets/drafts/draft-owner'
import { useDraft } from '@helpdesk/tickets/drafts/use-draft'
import { failureText } from '@helpdesk/tickets/model/errors'
import { hasComment } from '@helpdesk/tickets/model/forms'
import { toast } from '@helpdesk/ui'
import { useQueryClient } from '@helpdesk/ui/query'
import { useRef, useState } from 'react'
import { replyToIncidents, takeBackReplies, type IncidentResult } from '../../api/reply-to-incidents'
import { readLinksAgain } from '../../api/link-tickets'
import { textFor, type IncidentPreview, type IncidentRow } from '../../model/incident-reply'
import * as texts from '../../model/incident-reply-texts'
import { announceChange } from '../../state/undo'

export const incidentDraft = (problemId: string) => `incident-reply:${problemId}`

/**
 * The reply to a problem's incidents: its draft, and sending it.
 * @param onSent called when every ticket has it
 * @param onRefused called when some were left out
 */
export function useIncidentReply(problemId: string, onSent: () => void, onRefused: () => void) {
  const { user, profile } = useAuth()
  const queries = useQueryClient()
  const place = incidentDraft(problemId)
  const [text, setText, clear] = useDraft(place)
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [refused, setRefused] = useState<IncidentResult[]>([])
  const [done, setDone] = useState<ReadonlySet<string>>(new Set())
  // The request id of one text, kept for every attempt so that each ticket gets it once.
  const attempt = useRef({ text: '', id: '' })
  // Before React has shown that it is sent: a second click of the same frame.
  const isBusy = useRef(false)

  function announce(written: readonly IncidentResult[], seconds: number): void {
    const waiting = written.flatMap(({ comment_id, send_at }) => (send_at && comment_id ? [comment_id] : []))
    if (waiting.length === 0) {
      if (written.length > 0) toast({ type: 'success', title: texts.sent(written.length) })
      return
    }
    const undo = async () => {
      try {
        const taken = await takeBackReplies(waiting)
        if (taken === waiting.length) {
          const back = new Set(written.map(({ id }) => id))
          setDone((before) => new Set([...before].filter((id) => !back.has(id))))
          toast({ type: 'success', title: texts.takenBack(taken) })
        } else {
          const title = texts.someTakenBack(taken, waiting.length)
          toast({ type: 'error', title, description: texts.othersSent })
        }
        // What was written since stays.
        const key = user && draftStorageKey(user.id, place)
        if (taken > 0 && key && !readDraft(key)) {
          writeDraft(key, text)
          updateOwner(key)
        }
      } catch (error) {
        toast({ type: 'error', title: texts.notTakenBack, description: failureText(error) })
      }
      readLinksAgain(queries)
      void queries.invalidateQueries({ queryKey: ticketKeys.incidentPreview(problemId) })
    }
    announceChange({
      text: texts.sentIn(waiting.length, seconds),
      undo: () => void undo(),
      ms: seconds * 1_000,
      isReply: true,
    })
  }

  async function send(
    rows: readonly IncidentRow[],
    preview: IncidentPreview,
    solves: boolean,
  ): Promise<void> {
    if (isBusy.current || !hasComment(text) || rows.length === 0) return
    isBusy.current = true
    setSending(true)
    setFailure(null)
    setRefused([])
    if (attempt.current.text !== text) attempt.current = { text, id: crypto.randomUUID() }
    const results: IncidentResult[] = []
    let failed = false
    try {
      await replyToIncidents(
        {
          problemId,
          tickets: rows.map((row) => ({ ...row, content: textFor(text, row, profile?.name ?? null).text })),
          requestId: attempt.current.id,
          status: solves ? 'solved' : undefined,
        },
        (some) => results.push(...some),
      )
    } catch (error) {
      failed = true
      setFailure(failureText(error))
    }
    const written = results.filter(({ ok }) => ok)
    const left = results.filter(({ ok }) => !ok)
    announce(written, preview.undo_send_seconds)
    setDone((before) => new Set([...before, ...written.map(({ id }) => id)]))
    setRefused(left)
    setSending(false)
    isBusy.current = false
    readLinksAgain(queries)
    if (failed || left.length > 0) return onRefused()
    clear()
    onSent()
  }

  return { text, setText, isSending, failure, refused, done, send }
}
