import { Alert, Button, Dialog, Field, Flex, Stack, Textarea, toast } from '@helpdesk/ui'
import type { FormEvent } from 'react'
import { useDraft } from '../../drafts/use-draft'
import { useUpdateTicket } from '../../api/update-ticket'
import { useCommentOutbox } from '../../outbox/use-comment-outbox'
import { COMMENT_MAX } from '../../model/comment-rules'
import { failureText } from '../../model/errors'
import { hasComment } from '../../model/forms'
import type { TicketDetail } from '../../model/rows'
import { OneTabDraft } from '../drafts/OneTabDraft'
import * as texts from './dialog-texts'

interface ReopenDialogProps {
  detail: TicketDetail
  onClose: () => void
}

/** Reopens a solved or closed ticket, with an optional comment, which one tab at a time writes. */
export const ReopenDialog = (props: ReopenDialogProps) => (
  <Dialog title={texts.reopenTicket} onClose={props.onClose}>
    <OneTabDraft place={`reopen:${props.detail.ticket.id}`} label={texts.reopenReason} showsLabel>
      <ReopenForm {...props} />
    </OneTabDraft>
  </Dialog>
)

function ReopenForm({ detail, onClose }: ReopenDialogProps) {
  const ticketId = detail.ticket.id
  const [text, setText, clear] = useDraft(`reopen:${ticketId}`)
  const update = useUpdateTicket(ticketId)
  const outbox = useCommentOutbox(detail)

  // Goes on when the dialog is closed meanwhile: the ticket is open then, and nobody would find the text.
  async function reopen() {
    try {
      await update.mutateAsync({ status: 'open' })
    } catch {
      return
    }
    const done = () => {
      clear()
      onClose()
    }
    // A failure to send shows on the comment, because the ticket is already open.
    if (hasComment(text)) return outbox.send(text, [], done)
    toast({ type: 'success', title: texts.ticketReopened, description: texts.ticketReopenedText })
    done()
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    void reopen()
  }

  return (
    <Stack as="form" gap="4" onSubmit={onSubmit}>
      <Field label={texts.reopenReason} hint={texts.reopenReasonHint}>
        <Textarea
          rows={4}
          maxLength={COMMENT_MAX}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      {update.error && <Alert>{failureText(update.error)}</Alert>}
      <Flex justifyContent="flex-end" gap="2">
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button type="submit" variant="solid" loading={update.isPending} loadingText={texts.reopening}>
          {texts.reopen}
        </Button>
      </Flex>
    </Stack>
  )
}
