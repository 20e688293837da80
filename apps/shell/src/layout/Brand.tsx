import { chakra } from '@helpdesk/ui'
import { Link } from '@helpdesk/ui/router'

/** The product's mark, which leads to the start page. */
export function Brand() {
  return (
    <Mark to="/">
      <img src="/favicon.svg" alt="" width="22" height="22" />
      Helpdesk
    </Mark>
  )
}

const Mark = chakra(
  Link,
  {
    base: {
      gridArea: 'brand',
      display: 'inline-flex',
      alignItems: 'center',
      gap: '2',
      py: '3',
      fontWeight: 'semibold',
      color: 'fg',
      justifySelf: 'start',
    },
  },
  { forwardProps: ['to'] },
)
