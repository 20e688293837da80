import {
  Alert,
  Button,
  Field,
  FileDropzone,
  Flex,
  Input,
  NativeSelect,
  Stack,
  Text,
  Textarea,
} from '@helpdesk/ui'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { NewTicket } from '../data-access/create-ticket'
import { ticketFormDefaults, ticketFormSchema } from '../model/forms'
import { priorityLabel, TICKET_PRIORITIES } from '../model/priorities'

export interface TicketFormProps {
  onSubmit: (ticket: NewTicket) => void
  /** Sending, or sent: nothing can be submitted again. */
  busy: boolean
  /** What the store refused; shown in red under the form. */
  error: string | null
}

const priorities = TICKET_PRIORITIES.map((value) => ({ value, label: priorityLabel(value) }))

/** Subject, description, priority and files of a new ticket. */
export function TicketForm({ onSubmit, busy, error }: TicketFormProps) {
  const [files, setFiles] = useState<File[]>([])
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(ticketFormSchema),
    defaultValues: ticketFormDefaults,
  })
  const { errors } = formState

  return (
    <form
      noValidate
      onSubmit={(event) => {
        // Also stops a second Enter that arrives before the button is disabled.
        if (busy) event.preventDefault()
        else void handleSubmit((values) => onSubmit({ ...values, files }))(event)
      }}
    >
      <Stack gap="5">
        <Field label="Subject" error={errors.subject} required>
          <Input autoComplete="off" {...register('subject')} />
        </Field>
        <Field label="Description" error={errors.description} required>
          <Textarea rows={7} {...register('description')} />
        </Field>
        <Field label="Priority" error={errors.priority}>
          <NativeSelect width="12rem" options={priorities} {...register('priority')} />
        </Field>
        <Stack gap="1.5">
          <Text as="span" fontSize="sm" fontWeight="medium">
            Attachments
          </Text>
          <FileDropzone files={files} onChange={setFiles} disabled={busy} />
        </Stack>
        {error && <Alert>{error}</Alert>}
        <Flex>
          <Button type="submit" variant="solid" loading={busy} loadingText="Creating ticket...">
            Create Ticket
          </Button>
        </Flex>
      </Stack>
    </form>
  )
}
