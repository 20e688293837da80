import { AppError } from '@helpdesk/supabase'
import { failureText } from '@helpdesk/tickets/model/errors'
import { SUBJECT_MAX } from '@helpdesk/tickets/model/limits'
import type { TicketDetail } from '@helpdesk/tickets/model/rows'
import { ticketRef } from '@helpdesk/tickets/model/ticket-number'
import { Alert, Button, chakra, Dialog, Field, Flex, Input, Stack, Text } from '@helpdesk/ui'
import { useQueryClient } from '@helpdesk/ui/query'
import { useState, type FormEvent } from 'react'
import { undoAndReport } from '../../api/run-undo'
import { undoSplit, useSplitChoices, useSplitTicket } from '../../api/split-ticket'
import { splitFaults, splitMessage, splittable } from '../../model/split'
import { announceChange } from '../../state/undo'
import { markAutofocus } from '../controls/mark-autofocus'
import { SplitMessages } from './SplitMessages'
import * as texts from './texts'

interface SplitDialogProps {
  detail: TicketDetail
  /** The message that is chosen at the start. */
  first: string
  /** Called after a split, before `onClose`. */
  onDone: () => void
  onClose: () => void
}

/** Asks which messages become a new ticket, and shows whose and with which files. */
export function SplitDialog({ detail, first, onDone, onClose }: SplitDialogProps) {
  const { ticket, attachments } = detail
  const queries = useQueryClient()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set([first]))
  const [subject, setSubject] = useState(ticket.subject)
  const [problems, setProblems] = useState<{ subject?: string; messages?: string }>({})
  const { mutate, isPending, error } = useSplitTicket()
  const messages = splittable(detail)
  const kept = messages.filter(({ id }) => chosen.has(id))
  const firstId = kept[0]?.id
  const choices = useSplitChoices(ticket.id, firstId)
  const faults = splitFaults(messages, chosen, choices.data)
  const requester = choices.data?.requester
  const name = requester?.name || texts.theRequester

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    const fault = kept.map(({ id }) => faults.get(id)).find(Boolean)
    const found = {
      subject:
        subject.trim() === '' || subject.trim().length > SUBJECT_MAX ? texts.subjectMissing : undefined,
      messages:
        kept.length === 0 || fault === 'first' ? texts.firstMissing : fault && texts.unreadChosen(name),
    }
    setProblems(found)
    if (found.subject || found.messages) return
    mutate(
      { ticketId: ticket.id, commentIds: kept.map(({ id }) => id), subject },
      {
        onSuccess: (made) => {
          announceChange({
            text: texts.done(kept.length, ticketRef(made)),
            undo: () => void undoAndReport(queries, () => undoSplit(made.id), true),
          })
          onDone()
          onClose()
        },
      },
    )
  }

  const names = kept.flatMap((comment) => splitMessage(comment, attachments).files)
  const isSubject = error instanceof AppError && error.code === 'split_subject'
  return (
    <Dialog title={texts.splitTitle} onClose={onClose}>
      <form noValidate onSubmit={onSubmit}>
        <Stack gap="4">
          <SplitMessages
            messages={messages.map((comment) => splitMessage(comment, attachments))}
            chosen={chosen}
            first={firstId}
            faults={faults}
            requester={name}
            problem={problems.messages}
            onChange={setChosen}
          />
          <Field
            label={texts.subject}
            error={problems.subject ?? (isSubject ? texts.subjectMissing : undefined)}
            required
          >
            <Input ref={markAutofocus} value={subject} onChange={({ target }) => setSubject(target.value)} />
          </Field>
          <Preview aria-label={texts.newTicket} aria-live="polite">
            {requester && <strong>{texts.requester(requester.name, requester.email)}</strong>}
            <span>{texts.counts(kept.length)}</span>
            {names.length > 0 && <span>{texts.files(names)}</span>}
          </Preview>
          <Text tone="muted" fontSize="sm">
            {texts.takenOver}
          </Text>
          {(error ?? choices.error) && !isSubject && (
            <Alert title={texts.notSplit}>{failureText(error ?? choices.error)}</Alert>
          )}
          <Flex gap="2" justifyContent="flex-end">
            <Button variant="ghost" onClick={onClose}>
              {texts.cancel}
            </Button>
            <Button type="submit" variant="solid" loading={isPending} loadingText={texts.splitting}>
              {texts.split}
            </Button>
          </Flex>
        </Stack>
      </form>
    </Dialog>
  )
}

const Preview = chakra('section', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '1',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'lg',
    p: '3',
    fontSize: 'sm',
    overflowWrap: 'anywhere',
  },
})
