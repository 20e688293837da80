import { afterAll } from 'vitest'
import { db } from '../../support/world'

/** Leaves the backend as other files expect it: no crowd of staff, and the settings that a workspace begins with. */
export function retireAfterwards(): void {
  afterAll(async () => {
    await db.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`update public.profiles set role = 'customer' where role <> 'customer'`
      await tx`update public.workspace_settings set workspace_name = default, support_email = default,
        default_priority = default, invite_days = default, max_files = default, max_file_bytes = default`
      await tx`update storage.buckets set file_size_limit = 5242880`
    })
    await db`vacuum full public.profiles`
  })
}
