import { NotFoundError } from '@helpdesk/supabase'

/** The written row. Row level security hides rows that the caller may not write: then there is none. */
export function writtenView<Row>(rows: readonly Row[]): Row {
  const row = rows[0]
  if (row === undefined)
    throw new NotFoundError('This view is gone, or it is not yours to change', { code: 'view_not_found' })
  return row
}
