import { deferred } from '@helpdesk/ui'
import type { StaffToolsProps } from './StaffTools'

/** {@link StaffTools}, loaded after the first paint. */
export const { Screen: LazyStaffTools } = deferred<StaffToolsProps>(
  async () => (await import('./StaffTools')).StaffTools,
  null,
)
