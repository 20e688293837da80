import { NotFoundError } from '@helpdesk/supabase'
import * as texts from './texts'

/** Returns the written row. There is none when row level security hides it from the caller. */
export function requireWrittenView<Row>(rows: readonly Row[]): Row {
  const row = rows[0]
  if (row === undefined) throw new NotFoundError(texts.viewGone, { code: 'view_not_found' })
  return row
}
