import { z } from '@helpdesk/supabase'

/** Of a call about many tickets, the result for one as the server answers: `BulkResult` without words of this page. */
export const bulkResultFields = {
  id: z.string(),
  number: z.nullish(z.number()),
  subject: z.nullish(z.string()),
  ok: z.boolean(),
  code: z.nullish(z.string()),
  hint: z.nullish(z.string()),
}
