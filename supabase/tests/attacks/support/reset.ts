import { afterAll } from 'vitest'
import { db } from '../../support/backend'

/** After all tests, demotes all staff and restores the default settings for the next files. */
export function resetAfterAll(): void {
  afterAll(async () => {
    await db.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`update public.profiles set role = 'customer' where role <> 'customer'`
      await tx`update public.workspace_settings set workspace_name = default, support_email = default, ticket_prefix = default,
        agents_update = default, default_priority = default, invite_days = default, max_files = default, max_file_bytes = default,
        accent_color = default, logo = default, time_zone = default, file_types = default`
      await tx`update storage.buckets set file_size_limit = 5242880, allowed_mime_types = array(
        select distinct private.content_type_of(e) from unnest(private.accepted_extensions()) e order by 1) where id = 'ticket-attachments'`
    })
    await db`vacuum full public.profiles`
  })
}
