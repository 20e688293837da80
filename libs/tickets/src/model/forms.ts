import { z } from '@helpdesk/supabase'
import { DESCRIPTION_MAX, DESCRIPTION_MIN, SUBJECT_MAX } from './limits'
import { DEFAULT_PRIORITY, TICKET_PRIORITIES } from './priorities'

/** The new-ticket form. Texts are trimmed. */
export const ticketFormSchema = z.object({
  subject: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Subject is required'),
      z.maxLength(SUBJECT_MAX, 'Subject must be less than 255 characters'),
    ),
  description: z
    .string()
    .check(
      z.trim(),
      z.minLength(DESCRIPTION_MIN, 'Description must be at least 10 characters'),
      z.maxLength(DESCRIPTION_MAX, 'Description must be less than 2000 characters'),
    ),
  priority: z.enum(TICKET_PRIORITIES),
})
export type TicketFormValues = z.infer<typeof ticketFormSchema>

export const ticketFormDefaults: TicketFormValues = {
  subject: '',
  description: '',
  priority: DEFAULT_PRIORITY,
}

/** An internal note, visible to staff only. */
export const noteSchema = z.object({
  content: z.string().check(z.trim(), z.minLength(1, 'Note content is required')),
})

/** A public comment: trimmed, never blank. */
export const commentSchema = z.object({
  content: z.string().check(z.trim(), z.minLength(1, 'Comment cannot be blank')),
})

/** True when the text is a valid comment. */
export const hasComment = (text: string): boolean => commentSchema.safeParse({ content: text }).success
