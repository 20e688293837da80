import { z } from '@helpdesk/supabase'
import { DESCRIPTION_MAX, DESCRIPTION_MIN, SUBJECT_MAX } from './limits'
import { DEFAULT_PRIORITY, TICKET_PRIORITIES } from './priorities'
import * as texts from './texts'

/** The new-ticket form. Texts are trimmed. */
export const ticketFormSchema = z.object({
  subject: z
    .string()
    .check(z.trim(), z.minLength(1, texts.subjectRequired), z.maxLength(SUBJECT_MAX, texts.subjectTooLong)),
  description: z
    .string()
    .check(
      z.trim(),
      z.minLength(DESCRIPTION_MIN, texts.descriptionTooShort),
      z.maxLength(DESCRIPTION_MAX, texts.descriptionTooLong),
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
  content: z.string().check(z.trim(), z.minLength(1, texts.noteRequired)),
})

/** A public comment: trimmed, never blank. */
export const commentSchema = z.object({
  content: z.string().check(z.trim(), z.minLength(1, texts.commentBlank)),
})

/** True when the text is a valid comment. */
export const hasComment = (text: string): boolean => commentSchema.safeParse({ content: text }).success
