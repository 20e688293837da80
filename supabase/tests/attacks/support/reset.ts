import { afterAll } from 'vitest'
import { db } from '../../support/backend'
import { resetSettings } from '../../support/reset-settings'

/** After all tests, demotes all staff and restores the default settings for the next files. */
export function resetAfterAll(): void {
  afterAll(async () => {
    await db.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`update public.profiles set role = 'customer' where role <> 'customer'`
      await resetSettings(tx)
      await tx`update storage.buckets set file_size_limit = 5242880, allowed_mime_types = array(
        select distinct private.content_type_of(e) from unnest(private.accepted_extensions()) e order by 1) where id = 'ticket-attachments'`
    })
    await db`vacuum full public.profiles`
  })
}
