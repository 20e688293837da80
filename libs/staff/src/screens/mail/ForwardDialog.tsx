import { failureText } from '@helpdesk/tickets/model/errors'
import { parseFormDraft, useFormDraft } from '@helpdesk/tickets/drafts/use-form-draft'
import { OneTabDraft } from '@helpdesk/tickets/screens/drafts/OneTabDraft'
import { RestoredForm } from '@helpdesk/tickets/screens/drafts/RestoredForm'
import type { TicketDetail } from '@helpdesk/tickets/model/rows'
import {
  Alert,
  Button,
  Dialog,
  excessOf,
  Field,
  Flex,
  Input,
  NativeSelect,
  Stack,
  Text,
  Textarea,
  toast,
} from '@helpdesk/ui'
import { useState, type FormEvent } from 'react'
import { useForwardMessage } from '../../api/forward-message'
import { plainAddress } from '../../model/mail'
import * as texts from './texts'

const DESCRIPTION = 'description'
const PREVIEW = 60
const NOTE_MAX = 2000

/** The public messages of the ticket, newest first. */
function messagesOf({ comments, customer }: TicketDetail) {
  const options = comments
    .filter(({ is_internal }) => !is_internal)
    .map(({ id, author_name, content }) => ({
      value: id,
      label: texts.messageBy(author_name ?? '', content.replace(/\s+/g, ' ').slice(0, PREVIEW)),
    }))
    .reverse()
  const name = customer?.name || customer?.email || ''
  return [...options, { value: DESCRIPTION, label: texts.description(name) }]
}

interface ForwardDialogProps {
  detail: TicketDetail
  onClose: () => void
}

const emptyForm = { message: '', recipient: '', note: '' }
const textOf = (stored: string): string => {
  const { recipient, note } = parseFormDraft(stored, emptyForm) ?? emptyForm
  return [recipient, note].filter(Boolean).join('\n')
}

/** Asks for a message, an outside address and a few words, which stay as a draft until they are sent. */
export function ForwardDialog({ detail, onClose }: ForwardDialogProps) {
  const place = `forward:${detail.ticket.id}`
  return (
    <Dialog title={texts.forwardTitle} onClose={onClose}>
      <OneTabDraft place={place} label={texts.forwardTitle} textOf={textOf}>
        <Form place={place} detail={detail} onClose={onClose} />
      </OneTabDraft>
    </Dialog>
  )
}

function Form({ place, detail, onClose }: ForwardDialogProps & { place: string }) {
  const messages = messagesOf(detail)
  const newest = messages[0]?.value ?? DESCRIPTION
  const draft = useFormDraft(place, emptyForm)
  const [values, setValues] = useState(draft.initial)
  const { recipient, note } = values
  // A message can have been deleted since.
  const message = messages.some(({ value }) => value === values.message) ? values.message : newest
  function change(next: Partial<typeof emptyForm>) {
    setValues({ ...values, ...next })
    draft.keep({ ...values, ...next })
  }
  const [problem, setProblem] = useState<string>()
  const { mutate, isPending, error } = useForwardMessage(detail.ticket.id)

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    const address = plainAddress(recipient)
    if (!address) return setProblem(texts.addressInvalid)
    setProblem(undefined)
    if (excessOf(note, NOTE_MAX) > 0) return
    mutate(
      { recipient: address, commentId: message === DESCRIPTION ? null : message, note },
      {
        onSuccess: () => {
          draft.clear()
          toast({ type: 'success', title: texts.forwarded(address) })
          onClose()
        },
      },
    )
  }

  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack gap="4">
        {draft.isRestored && (
          <RestoredForm
            onDiscard={() => {
              setValues(emptyForm)
              draft.clear()
            }}
          />
        )}
        <Field label={texts.forwardTo} error={problem} required>
          <Input
            type="email"
            autoComplete="off"
            autoFocus
            value={recipient}
            onChange={({ target }) => change({ recipient: target.value })}
          />
        </Field>
        <Field label={texts.message}>
          <NativeSelect
            options={messages}
            value={message}
            onChange={({ target }) => change({ message: target.value })}
          />
        </Field>
        <Field label={texts.note}>
          <Textarea
            rows={4}
            maxLength={NOTE_MAX}
            value={note}
            onChange={({ target }) => change({ note: target.value })}
          />
        </Field>
        <Text tone="muted" fontSize="sm">
          {texts.forwardHint}
        </Text>
        {error && <Alert title={texts.forwardFailed}>{failureText(error)}</Alert>}
        <Flex gap="2" justifyContent="flex-end">
          <Button variant="ghost" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" variant="solid" loading={isPending} loadingText={texts.sending}>
            {texts.send}
          </Button>
        </Flex>
      </Stack>
    </form>
  )
}
