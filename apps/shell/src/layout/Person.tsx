import { useAuth, useRole } from '@helpdesk/auth/session/hooks'
import { chakra } from '@helpdesk/ui/components/layout'

/** Email and role of the signed-in user. */
export function Person() {
  const email = useAuth().user?.email ?? ''
  const role = useRole() ?? 'customer'
  return (
    <Lines>
      <Email title={email}>{email}</Email>
      <RoleName>{role}</RoleName>
    </Lines>
  )
}

const Lines = chakra('div', { base: { minWidth: '0', lineHeight: '1.25', fontSize: 'sm' } })
const Email = chakra('div', {
  base: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
})
const RoleName = chakra('div', {
  base: { fontSize: 'xs', color: 'fg.muted', textTransform: 'capitalize' },
})
