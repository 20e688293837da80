import {
  Alert,
  Box,
  Button,
  Field,
  FileDropzone,
  Flex,
  Grid,
  Input,
  NativeSelect,
  Skeleton,
  Stack,
  Text,
  Textarea,
} from '@helpdesk/ui'
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useSimilarTickets } from '../../data-access/find-similar-tickets'
import { ticketFormDefaults, ticketFormSchema, type TicketFormValues } from '../../model/forms'
import { priorityLabel, TICKET_PRIORITIES } from '../../model/priorities'
import { SimilarHint, SimilarTickets } from './SimilarTickets'

export interface TicketFormProps {
  /** What the form starts with. */
  initial?: TicketFormValues | undefined
  /** Called with every change, valid or not. */
  onChange: (values: TicketFormValues) => void
  /** undefined while those kept with the draft are on their way. */
  files: readonly File[] | undefined
  /** How many those will be: their room is held. */
  filesExpected?: number | undefined
  onFiles: (files: File[]) => void
  onSubmit: (values: TicketFormValues) => void
  /** Sending, or sent: nothing can be submitted again. */
  busy: boolean
  /** What the store refused; shown in red under the form. */
  error: string | null
}

const priorities = TICKET_PRIORITIES.map((value) => ({ value, label: priorityLabel(value) }))

/** Subject, description, priority and files of a new ticket, and beside them earlier tickets that look alike. */
export function TicketForm(props: TicketFormProps) {
  const { initial = ticketFormDefaults, onChange, onSubmit, busy, error } = props
  const { files, filesExpected = 0, onFiles } = props
  const { control, register, handleSubmit, formState, subscribe } = useForm({
    resolver: zodResolver(ticketFormSchema),
    defaultValues: initial,
  })
  const { errors } = formState
  const similar = useSimilarTickets(useWatch({ control, name: 'subject' }))

  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => onChange(values) }),
    [subscribe, onChange],
  )

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
            label="Subject"
            error={errors.subject}
            required
            aside={<SimilarHint count={similar.length} />}
          >
            <Input autoComplete="off" readOnly={busy} {...register('subject')} />
          </Field>
          <Field label="Description" error={errors.description} required>
            <Textarea rows={7} readOnly={busy} {...register('description')} />
          </Field>
          <Field label="Priority" error={errors.priority}>
            <NativeSelect width="12rem" options={priorities} {...register('priority')} />
          </Field>
          <Stack gap="1.5">
            <Text as="span" fontSize="sm" fontWeight="medium">
              Attachments
            </Text>
            {files ? (
              <FileDropzone files={files} onChange={onFiles} disabled={busy} />
            ) : (
              <Skeleton borderRadius="lg" style={{ height: `${7.5 + filesExpected * 2.3125}rem` }} />
            )}
          </Stack>
          {error && <Alert>{error}</Alert>}
          <Flex>
            <Button type="submit" variant="solid" loading={busy} loadingText="Creating ticket...">
              Create Ticket
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
