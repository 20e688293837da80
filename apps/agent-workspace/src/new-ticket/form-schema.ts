import { z } from '@helpdesk/supabase'
import { ticketFormDefaults, ticketFormSchema } from '@helpdesk/tickets/model/forms'
import * as texts from './texts'

const address = /^[^@\s]+@[^@\s.]+(?:\.[^@\s.]+)+$/

/** Limits of the database. */
export const EMAIL_MAX = 254
export const NAME_MAX = 50

/** A ticket for a customer. The name counts for new customers only. */
export const newTicketForSchema = z.object({
  ...ticketFormSchema.shape,
  email: z.string().check(
    z.trim(),
    z.maxLength(EMAIL_MAX),
    z.refine((text) => address.test(text), texts.emailInvalid),
  ),
  name: z.string().check(z.trim(), z.maxLength(NAME_MAX)),
  tags: z.array(z.string()),
})
export type NewTicketForValues = z.infer<typeof newTicketForSchema>

export const newTicketForDefaults: NewTicketForValues = {
  ...ticketFormDefaults,
  email: '',
  name: '',
  tags: [],
}
