import { Button, Field, Stack, Textarea, toast } from '@helpdesk/ui'
import { useRef, useState, type FormEvent } from 'react'
import { useSendReply } from '../../api/send-reply'
import { useHeldComposer } from '../../drafts/use-held-composer'
import { useTicketDraft } from '../../drafts/use-ticket-draft'
import { COMMENT_MAX } from '@helpdesk/tickets/model/comment-rules'
import { failureText } from '@helpdesk/tickets/model/errors'
import { noteSchema } from '@helpdesk/tickets/model/forms'
import type { TicketDetail } from '@helpdesk/tickets/model/rows'
import { HeldDraft } from '@helpdesk/tickets/screens/drafts/HeldDraft'
import { useMentions } from '../mentions/use-mentions'
import { DraftLine } from '../composer/DraftLine'
import * as texts from './texts'

/** Adds an internal note. Shares its draft with the composer, unless another tab or device writes it. */
export function NotesTab({ detail }: { detail: TicketDetail }) {
  const held = useHeldComposer(detail)
  if (!held) return <NoteForm detail={detail} />
  const { takeOver, ...draft } = held
  return <HeldDraft label={texts.internalNote} {...draft} onTakeOver={takeOver} />
}

function NoteForm({ detail }: { detail: TicketDetail }) {
  const draft = useTicketDraft(detail, 'note')
  const reply = useSendReply(detail.ticket.id)
  const [problem, setProblem] = useState<string>()
  const box = useRef<HTMLTextAreaElement>(null)
  const mentions = useMentions(box, true)

  async function add() {
    const parsed = noteSchema.safeParse({ content: draft.text })
    setProblem(parsed.error?.issues[0]?.message)
    if (!parsed.success) return
    const { content } = parsed.data
    try {
      await reply.mutateAsync({ content, isInternal: true, requestId: draft.requestId(`note:${content}`) })
      draft.clear()
      toast({ type: 'success', title: texts.noteAdded, description: texts.noteAddedText })
    } catch (error) {
      setProblem(failureText(error))
    }
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    void add()
  }

  return (
    <form onSubmit={onSubmit}>
      <Stack gap="3">
        <Field label={texts.internalNote} error={problem} hint={texts.noteHint}>
          <Textarea
            ref={box}
            rows={5}
            maxLength={COMMENT_MAX}
            readOnly={reply.isPending}
            value={draft.text}
            onChange={({ target }) => {
              setProblem(undefined)
              draft.set(target.value)
            }}
            onKeyDown={mentions.onKeyDown}
            {...mentions.boxProps}
          />
        </Field>
        {mentions.list}
        <DraftLine draft={draft} />
        <Button type="submit" loading={reply.isPending}>
          {texts.addNote}
        </Button>
      </Stack>
    </form>
  )
}
