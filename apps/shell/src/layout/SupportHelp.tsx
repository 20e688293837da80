import { useAuth } from '@helpdesk/auth/session/hooks'
import { refreshSupportAddress } from '@helpdesk/auth/session/refresh-workspace'
import { useWorkspace } from '@helpdesk/auth/session/workspace'
import { Link } from '@helpdesk/ui/components/Link'
import { Text } from '@helpdesk/ui/components/Text'
import { useEffect } from 'react'
import { whenConfigured } from '../app/portal-services'
import { mailTo } from './mail-to'
import * as texts from './texts'

/** The workspace's support address, for screens that end in an error; renders nothing without an address. */
export function SupportHelp() {
  const { support_email: address } = useWorkspace()
  const { user } = useAuth()
  const visitor = user === null
  useEffect(() => {
    // signed-in users load it with the workspace settings
    if (visitor) void whenConfigured().then(refreshSupportAddress)
  }, [visitor])
  if (!address) return null
  return (
    <Text tone="muted" fontSize="sm" overflowWrap="anywhere">
      {texts.needHelp} <Link href={mailTo(address)}>{address}</Link>
    </Text>
  )
}
