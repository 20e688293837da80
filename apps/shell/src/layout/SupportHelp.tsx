import { refreshSupportAddress, useAuth, useWorkspace } from '@helpdesk/auth'
import { Link, Text } from '@helpdesk/ui'
import { useEffect } from 'react'
import { configured } from '../app/configured'
import { mailTo } from './mail-to'

/** Where else help is to be had, on screens that do not lead on; nothing where the workspace has no address for it. */
export function SupportHelp() {
  const { support_email: address } = useWorkspace()
  const { user } = useAuth()
  const visitor = user === null
  useEffect(() => {
    // Who is signed in has it with the workspace's settings.
    if (visitor) void configured().then(refreshSupportAddress)
  }, [visitor])
  if (!address) return null
  return (
    <Text tone="muted" fontSize="sm" overflowWrap="anywhere">
      Need help? Write to <Link href={mailTo(address)}>{address}</Link>
    </Text>
  )
}
