import { useWorkspace } from '@helpdesk/auth/session/workspace'
import { chakra } from '@helpdesk/ui/components/layout'
import { Link } from '@helpdesk/ui/router'

/** Logo and workspace name, linked to the start page. */
export function Brand() {
  const { workspace_name: name, logo } = useWorkspace()
  return (
    <BrandLink to="/" title={name}>
      <img src={logo ?? '/favicon.svg'} alt="" width="24" height="24" />
      <Name>{name}</Name>
    </BrandLink>
  )
}

const BrandLink = chakra(
  Link,
  {
    base: {
      gridArea: 'brand',
      display: 'inline-flex',
      alignItems: 'center',
      gap: '2',
      fontWeight: 'semibold',
      color: 'fg',
      justifySelf: 'start',
      minWidth: '0',
      maxWidth: '100%',
      // On a phone the person's name is close below it.
      '@media (pointer: coarse)': {
        position: 'relative',
        _after: { content: '""', position: 'absolute', insetInline: '0', insetBlock: '-10px' },
      },
      '& img': { flexShrink: '0', objectFit: 'contain' },
    },
  },
  { forwardProps: ['to'] },
)
const Name = chakra('span', {
  base: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
})
