import { Button, Field, Stack, Textarea, toast } from '@helpdesk/ui'
import { useState, type FormEvent } from 'react'
import { useSendReply } from '../../api/send-reply'
import { useTicketDraft } from '../../api/use-ticket-draft'
import { failureText } from '@helpdesk/tickets/model/errors'
import { noteSchema } from '@helpdesk/tickets/model/forms'
import type { TicketDetail } from '@helpdesk/tickets/model/rows'
import { DraftLine } from '../composer/DraftLine'

/** Adds an internal note. Shares its draft with the composer. */
export function NotesTab({ detail }: { detail: TicketDetail }) {
  const draft = useTicketDraft(detail, 'note')
  const reply = useSendReply(detail.ticket.id)
  const [problem, setProblem] = useState<string>()

  async function add() {
    const parsed = noteSchema.safeParse({ content: draft.text })
    setProblem(parsed.error?.issues[0]?.message)
    if (!parsed.success) return
    const { content } = parsed.data
    try {
      await reply.mutateAsync({ content, isInternal: true, requestId: draft.requestId(`note:${content}`) })
      draft.clear()
      toast({ type: 'success', title: 'Note added', description: 'Only staff can read it.' })
    } catch (error) {
      setProblem(failureText(error))
    }
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (!reply.isPending) void add()
  }

  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="3">
        <Field label="Internal note" error={problem} hint="Customers never see it.">
          <Textarea
            rows={5}
            maxLength={10_000}
            readOnly={reply.isPending}
            value={draft.text}
            onChange={({ target }) => {
              setProblem(undefined)
              draft.set(target.value)
            }}
          />
        </Field>
        <DraftLine draft={draft} />
        <Button type="submit" loading={reply.isPending}>
          Add Note
        </Button>
      </Stack>
    </form>
  )
}
