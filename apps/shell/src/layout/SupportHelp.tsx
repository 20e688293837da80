import { useAuth } from '@helpdesk/auth/session/hooks'
import { refreshSupportAddress } from '@helpdesk/auth/session/refresh-workspace'
import { useWorkspace } from '@helpdesk/auth/session/workspace'
import { Link } from '@helpdesk/ui/components/Link'
import { Text } from '@helpdesk/ui/components/Text'
import { useEffect } from 'react'
import { whenConfigured } from '../app/portal-services'
import { mailTo } from './mail-to'

/** Where else help is to be had, on screens that do not lead on; nothing where the workspace has no address for it. */
export function SupportHelp() {
  const { support_email: address } = useWorkspace()
  const { user } = useAuth()
  const visitor = user === null
  useEffect(() => {
    // signed-in users have it with the workspace's settings
    if (visitor) void whenConfigured().then(refreshSupportAddress)
  }, [visitor])
  if (!address) return null
  return (
    <Text tone="muted" fontSize="sm" overflowWrap="anywhere">
      Need help? Write to <Link href={mailTo(address)}>{address}</Link>
    </Text>
  )
}
