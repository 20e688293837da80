import { TagEditor } from '@helpdesk/staff/screens/controls/TagEditor'
import { useTagEntry } from '@helpdesk/staff/state/use-tag-entry'
import { useAuth } from '@helpdesk/auth'
import { AppError } from '@helpdesk/supabase'
import { anotherPlace, draftPlace } from '@helpdesk/tickets/drafts/draft-place'
import { parseFormDraft, useFormDraft } from '@helpdesk/tickets/drafts/use-form-draft'
import { failureText } from '@helpdesk/tickets/model/errors'
import { DESCRIPTION_MAX, SUBJECT_MAX } from '@helpdesk/tickets/model/limits'
import { MEDIUM_HINT, priorityLabel, TICKET_PRIORITIES } from '@helpdesk/tickets/model/priorities'
import { OneTabDraft } from '@helpdesk/tickets/screens/drafts/OneTabDraft'
import { RestoredForm } from '@helpdesk/tickets/screens/drafts/RestoredForm'
import {
  Alert,
  Box,
  Button,
  Field,
  Flex,
  Input,
  NativeSelect,
  plainErrorText,
  Stack,
  Textarea,
} from '@helpdesk/ui'
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useEffectEvent, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useOpenTicketFor, type OpenedTicket } from '../api/open-ticket-for'
import { CustomerFields } from './CustomerFields'
import { newTicketForDefaults, newTicketForSchema, type NewTicketForValues } from './form-schema'
import * as texts from './texts'

const priorities = TICKET_PRIORITIES.map((value) => ({ value, label: priorityLabel(value) }))
const PLACE = 'new-ticket-for'
const draftDefaults = { ...newTicketForDefaults, requestId: '', sent: '' }
/** Refusals that belong to the address. */
const ADDRESS_ERRORS = ['requester_is_staff', 'account_deactivated', 'requester_email']

/** What another tab shows of the draft. */
const draftText = (stored: string): string => {
  const draft = parseFormDraft(stored, newTicketForDefaults)
  return draft ? [draft.email, draft.subject, draft.description].filter(Boolean).join('\n') : ''
}

interface NewTicketForFormProps {
  onCreated: (opened: OpenedTicket) => void
}

/** The form with its draft. One tab at a time writes it; another may take it over or begin one of its own. */
export function NewTicketForForm({ onCreated }: NewTicketForFormProps) {
  const userId = useAuth().user?.id
  const [place, setPlace] = useState(() => draftPlace(userId, PLACE))
  const another = (
    <Button size="sm" variant="ghost" onClick={() => setPlace(anotherPlace(PLACE))}>
      {texts.another}
    </Button>
  )
  return (
    <Box maxWidth="42rem">
      <OneTabDraft place={place} label={texts.title} textOf={draftText} actions={another}>
        <Form key={place} place={place} onCreated={onCreated} />
      </OneTabDraft>
    </Box>
  )
}

/** Customer, subject, description, priority and tags. */
function Form({ place, onCreated }: NewTicketForFormProps & { place: string }) {
  const draft = useFormDraft(place, draftDefaults)
  const { requestId, sent, ...initial } = draft.initial
  const form = useForm({ resolver: zodResolver(newTicketForSchema), defaultValues: initial })
  const { register, handleSubmit, formState, setError, setValue, subscribe, reset, control } = form
  const { errors } = formState
  const command = useOpenTicketFor()
  // The same id for each attempt with the same values, also after a reload: a lost answer opens no second ticket.
  const [attempt, setAttempt] = useState({ requestId, sent })
  const [failure, setFailure] = useState<string | null>(null)
  const tags = useWatch({ control, name: 'tags' })
  const setTags = (next: string[]) => setValue('tags', next)
  const entry = useTagEntry(tags, setTags)
  const busy = command.isPending || command.isSuccess
  const keep = useEffectEvent((values: NewTicketForValues) => {
    // A submitted form is no longer a draft.
    if (!busy) draft.keep({ ...values, ...attempt })
  })
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) }),
    [subscribe],
  )

  function startOver() {
    reset(newTicketForDefaults)
    draft.clear()
    setAttempt({ requestId: '', sent: '' })
    setFailure(null)
  }

  const submit = handleSubmit((values) => {
    setFailure(null)
    // A tag that was typed and not added counts too.
    const allTags = entry.add()
    if (!allTags) return
    const all = { ...values, tags: allTags }
    const text = JSON.stringify(all)
    const next = attempt.sent === text ? attempt : { requestId: crypto.randomUUID(), sent: text }
    setAttempt(next)
    draft.keep({ ...all, ...next })
    command.mutate(
      { values: all, requestId: next.requestId },
      {
        onSuccess: (opened) => {
          draft.clear()
          onCreated(opened)
        },
        onError: (error) => {
          if (error instanceof AppError && ADDRESS_ERRORS.includes(error.code))
            setError('email', { message: plainErrorText(error, '') }, { shouldFocus: true })
          else setFailure(failureText(error))
        },
      },
    )
  })

  return (
    <>
      {draft.isRestored && !busy && (
        <Box marginBottom="4">
          <RestoredForm onDiscard={startOver} />
        </Box>
      )}
      <form noValidate onSubmit={(event) => void (busy ? event.preventDefault() : submit(event))}>
        <Stack gap="5">
          <CustomerFields form={form} readOnly={busy} />
          <Field label={texts.subject} error={errors.subject} required>
            <Input autoComplete="off" maxLength={SUBJECT_MAX} readOnly={busy} {...register('subject')} />
          </Field>
          <Field label={texts.description} error={errors.description} hint={texts.descriptionHint} required>
            <Textarea rows={7} maxLength={DESCRIPTION_MAX} readOnly={busy} {...register('description')} />
          </Field>
          <Field label={texts.priority} error={errors.priority} hint={MEDIUM_HINT}>
            <NativeSelect width="12rem" options={priorities} {...register('priority')} />
          </Field>
          <TagEditor
            label={texts.tags}
            hint={texts.tagsHint}
            tags={tags}
            onTags={busy ? undefined : setTags}
            entry={entry}
          />
          {failure && <Alert title={texts.failed}>{failure}</Alert>}
          <Flex>
            <Button type="submit" variant="solid" loading={busy} loadingText={texts.submitting}>
              {texts.submit}
            </Button>
          </Flex>
        </Stack>
      </form>
    </>
  )
}
