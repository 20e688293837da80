import type { Workspace } from '@helpdesk/auth'
import { Alert, Box, Button, Field, Flex, Grid, Input, NativeSelect, Stack, Textarea } from '@helpdesk/ui'
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useSimilarTickets } from '../api/find-similar-tickets'
import type { Refusal } from '@helpdesk/tickets/model/file-intake'
import { DESCRIPTION_MAX, SUBJECT_MAX } from '@helpdesk/tickets/model/limits'
import { ticketFormDefaults, ticketFormSchema, type TicketFormValues } from '@helpdesk/tickets/model/forms'
import {
  DEFAULT_PRIORITY,
  isTicketPriority,
  priorityLabel,
  TICKET_PRIORITIES,
  MEDIUM_HINT,
} from '@helpdesk/tickets/model/priorities'
import { FilesField } from './FilesField'
import { SimilarHint, SimilarTickets } from './SimilarTickets'
import * as texts from './texts'

interface TicketFormProps {
  /** Initial values. */
  initial?: TicketFormValues | undefined
  /** Called on every change, valid or not. */
  onChange: (values: TicketFormValues) => void
  /** Provides the default priority and the limits for files. */
  workspace: Workspace
  /** undefined while the draft's files load. */
  files: readonly File[] | undefined
  /** Number of files being loaded, to reserve their space. */
  filesExpected?: number | undefined
  /** Stored files that the workspace no longer accepts. */
  filesRefused?: readonly Refusal[]
  onFiles: (files: File[]) => void
  onSubmit: (values: TicketFormValues) => void
  /** True while sending and after success. */
  busy: boolean
  /** Error text shown under the form. */
  error: string | null
}

const priorities = TICKET_PRIORITIES.map((value) => ({ value, label: priorityLabel(value) }))

/** Subject, description, priority and files of a new ticket, next to similar earlier tickets. */
export function TicketForm(props: TicketFormProps) {
  const { initial, workspace, onChange, onSubmit, busy, error } = props
  const { default_priority: usual } = workspace
  const priority = isTicketPriority(usual) ? usual : DEFAULT_PRIORITY
  const { control, register, handleSubmit, formState, resetField, subscribe } = useForm({
    resolver: zodResolver(ticketFormSchema),
    defaultValues: initial ?? { ...ticketFormDefaults, priority },
  })
  const { errors, dirtyFields } = formState
  const chosen = initial !== undefined || dirtyFields.priority
  const similar = useSimilarTickets(useWatch({ control, name: 'subject' }))

  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => onChange(values) }),
    [subscribe, onChange],
  )
  // The workspace's settings may arrive after the form was opened; a chosen priority stays.
  useEffect(() => {
    if (!chosen) resetField('priority', { defaultValue: priority })
  }, [chosen, priority, resetField])

  return (
    <Grid
      columnGap="10"
      rowGap="8"
      templateColumns={{ base: 'minmax(0, 42rem)', xl: 'minmax(0, 42rem) 17rem' }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          // Also stops a second Enter that arrives before the button is disabled.
          if (busy) event.preventDefault()
          else void handleSubmit(onSubmit)(event)
        }}
      >
        <Stack gap="5">
          <Field
            label={texts.subject}
            error={errors.subject}
            required
            aside={<SimilarHint count={similar.length} />}
          >
            <Input autoComplete="off" maxLength={SUBJECT_MAX} readOnly={busy} {...register('subject')} />
          </Field>
          <Field label={texts.description} error={errors.description} required>
            <Textarea rows={7} maxLength={DESCRIPTION_MAX} readOnly={busy} {...register('description')} />
          </Field>
          <Field label={texts.priority} error={errors.priority} hint={MEDIUM_HINT}>
            <NativeSelect width="12rem" options={priorities} {...register('priority')} />
          </Field>
          <FilesField
            files={props.files}
            expected={props.filesExpected}
            refused={props.filesRefused}
            onChange={props.onFiles}
            limits={workspace}
            disabled={busy}
          />
          {error && <Alert>{error}</Alert>}
          <Flex>
            <Button type="submit" variant="solid" loading={busy} loadingText={texts.creating}>
              {texts.create}
            </Button>
          </Flex>
        </Stack>
      </form>
      <Box minWidth="0">
        <SimilarTickets tickets={similar} />
      </Box>
    </Grid>
  )
}
