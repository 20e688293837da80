import { Alert, Button, Field, NativeSelect, Stack, Text, Textarea, toast } from '@helpdesk/ui'
import { useRef, useState, type FormEvent } from 'react'
import { useTicketRights } from '../../state/use-ticket-rights'
import { useDraft } from '@helpdesk/tickets/drafts/use-draft'
import { useManageTicket } from '../../api/manage-ticket'
import { useSendReply } from '../../api/send-reply'
import { COMMENT_MAX } from '@helpdesk/tickets/model/comment-rules'
import { failureText } from '@helpdesk/tickets/model/errors'
import { hasComment } from '@helpdesk/tickets/model/forms'
import { isTicketPriority, MEDIUM_HINT, type TicketPriority } from '@helpdesk/tickets/model/priorities'
import type { TicketDetail } from '@helpdesk/tickets/model/rows'
import { isTicketStatus, type TicketStatus } from '@helpdesk/tickets/model/statuses'
import { ticketRef } from '@helpdesk/tickets/model/ticket-number'
import { changeText } from '../../model/change-text'
import { priorityOptions, statusOptions } from '../ticket-options'
import { OneTabDraft } from '@helpdesk/tickets/screens/drafts/OneTabDraft'
import * as texts from './texts'

/** The unsaved fields. Untouched ones are absent, so that they show changes by others. */
export interface TouchedFields {
  status?: TicketStatus
  priority?: TicketPriority
}

interface DetailsTabProps {
  detail: TicketDetail
  /** State of the panel, so that switching tabs keeps it. */
  touched: TouchedFields
  onTouch: (touched: TouchedFields) => void
}

/** Status, priority and an optional note. With a note, all changes are saved together or not at all. */
export function DetailsTab({ detail, touched, onTouch }: DetailsTabProps) {
  const { ticket } = detail
  const { mayTriage, holder } = useTicketRights(detail)
  const manage = useManageTicket(ticket.id)
  const reply = useSendReply(ticket.id)
  const { status, priority } = touched
  const notePlace = `update-note:${ticket.id}`
  const [note, setNote, clearNote] = useDraft(notePlace)
  // Absent while another tab writes the note.
  const noteBox = useRef<HTMLTextAreaElement>(null)
  const [failure, setFailure] = useState<string | null>(null)
  // The request id of one note, kept for every attempt so that the note is stored once.
  const attempt = useRef({ note: '', id: '' })
  const busy = manage.isPending || reply.isPending

  async function save() {
    setFailure(null)
    const change = {
      ...(mayTriage && status && status !== ticket.status && { status }),
      ...(mayTriage && priority && priority !== ticket.priority && { priority }),
    }
    const withNote = noteBox.current !== null && hasComment(note)
    const isChange = Object.keys(change).length > 0
    if (!withNote && !isChange) {
      return void toast({ title: texts.nothingToUpdate, description: texts.nothingToUpdateText })
    }
    try {
      if (withNote) {
        if (attempt.current.note !== note) attempt.current = { note, id: crypto.randomUUID() }
        const requestId = attempt.current.id
        await reply.mutateAsync({ content: note, isInternal: true, requestId, ...change })
        clearNote()
        attempt.current = { note: '', id: '' }
        toast({
          type: 'success',
          title: isChange ? changeText(ticketRef(ticket), change) : texts.updated,
          description: texts.noteSaved,
        })
      } else await manage.mutateAsync({ change })
      onTouch({})
    } catch (error) {
      setFailure(failureText(error))
      toast({ type: 'error', title: texts.error, description: failureText(error) })
    }
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (!busy) void save()
  }

  return (
    <form onSubmit={onSubmit}>
      <Stack gap="4">
        {!mayTriage && (
          <Text tone="muted" fontSize="sm">
            {texts.onlyHolder(holder)} {texts.canAddNote}
          </Text>
        )}
        <Field label={texts.status} disabled={!mayTriage}>
          <NativeSelect
            options={statusOptions}
            value={status ?? ticket.status}
            onChange={({ target }) =>
              isTicketStatus(target.value) && onTouch({ ...touched, status: target.value })
            }
          />
        </Field>
        <Field label={texts.priority} hint={MEDIUM_HINT} disabled={!mayTriage}>
          <NativeSelect
            options={priorityOptions}
            value={priority ?? ticket.priority}
            onChange={({ target }) =>
              isTicketPriority(target.value) && onTouch({ ...touched, priority: target.value })
            }
          />
        </Field>
        <OneTabDraft place={notePlace} label={texts.noteOptional} showsLabel>
          <Field label={texts.noteOptional}>
            <Textarea
              ref={noteBox}
              rows={3}
              maxLength={COMMENT_MAX}
              value={note}
              onChange={({ target }) => setNote(target.value)}
            />
          </Field>
        </OneTabDraft>
        {failure && (
          <Alert title={texts.updateFailed}>
            {failure}
            {hasComment(note) && texts.noteKept}
          </Alert>
        )}
        <Button type="submit" loading={busy}>
          {texts.updateTicket}
        </Button>
      </Stack>
    </form>
  )
}
