import { useWorkspace } from '@helpdesk/auth/session/workspace'
import { Link } from '@helpdesk/ui/components/Link'
import { chakra } from '@helpdesk/ui/components/layout'
import { mailTo } from './mail-to'
import * as texts from './texts'

/** The workspace's support address for customers, at the end of the menu row; renders nothing without an address. */
export function SupportLink() {
  const { support_email: address } = useWorkspace()
  if (!address) return null
  return (
    <AddressLink href={mailTo(address)} title={texts.writeTo(address)} aria-label={texts.supportAt(address)}>
      {texts.support}
      <Address>: {address}</Address>
    </AddressLink>
  )
}

const AddressLink = chakra(Link, {
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
