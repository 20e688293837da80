import { useWorkspace } from '@helpdesk/auth/session/workspace'
import { Link } from '@helpdesk/ui/components/Link'
import { chakra } from '@helpdesk/ui/components/layout'
import { mailTo } from './mail-to'

/** The customer's way to people outside the portal, at the end of the menu's row; nothing where no address is set. */
export function SupportLink() {
  const { support_email: address } = useWorkspace()
  if (!address) return null
  return (
    <Corner href={mailTo(address)} title={`Write to ${address}`} aria-label={`Support: ${address}`}>
      Support<Address>: {address}</Address>
    </Corner>
  )
}

const Corner = chakra(Link, {
  base: {
    flexShrink: '0',
    maxWidth: '20rem',
    marginInlineStart: 'auto',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontSize: 'sm',
    py: '1.5',
  },
})
const Address = chakra('span', { base: { display: { base: 'none', lg: 'inline' } } })
