import { TagEditor } from '@helpdesk/staff/screens/controls/TagEditor'
import { useTagEntry } from '@helpdesk/staff/state/use-tag-entry'
import { AppError } from '@helpdesk/supabase'
import { failureText } from '@helpdesk/tickets/model/errors'
import { DESCRIPTION_MAX, SUBJECT_MAX } from '@helpdesk/tickets/model/limits'
import { MEDIUM_HINT, priorityLabel, TICKET_PRIORITIES } from '@helpdesk/tickets/model/priorities'
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
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useOpenTicketFor, type OpenedTicket } from '../api/open-ticket-for'
import { CustomerFields } from './CustomerFields'
import { newTicketForDefaults, newTicketForSchema } from './form-schema'
import * as texts from './texts'

const priorities = TICKET_PRIORITIES.map((value) => ({ value, label: priorityLabel(value) }))
/** Refusals that belong to the address. */
const ADDRESS_ERRORS = ['requester_is_staff', 'account_deactivated', 'requester_email']

/** Customer, subject, description, priority and tags. */
export function NewTicketForForm({ onCreated }: { onCreated: (opened: OpenedTicket) => void }) {
  const form = useForm({ resolver: zodResolver(newTicketForSchema), defaultValues: newTicketForDefaults })
  const { register, handleSubmit, formState, setError, setValue, control } = form
  const { errors } = formState
  const command = useOpenTicketFor()
  const [requestId] = useState(() => crypto.randomUUID())
  const [failure, setFailure] = useState<string | null>(null)
  const tags = useWatch({ control, name: 'tags' })
  const setTags = (next: string[]) => setValue('tags', next)
  const entry = useTagEntry(tags, setTags)
  const busy = command.isPending || command.isSuccess

  const submit = handleSubmit((values) => {
    setFailure(null)
    // A tag that was typed and not added counts too.
    const allTags = entry.add()
    if (!allTags) return
    command.mutate(
      { values: { ...values, tags: allTags }, requestId },
      {
        onSuccess: onCreated,
        onError: (error) => {
          if (error instanceof AppError && ADDRESS_ERRORS.includes(error.code))
            setError('email', { message: plainErrorText(error, '') }, { shouldFocus: true })
          else setFailure(failureText(error))
        },
      },
    )
  })

  return (
    <Box maxWidth="42rem">
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
    </Box>
  )
}
