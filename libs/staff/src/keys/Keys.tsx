import { chakra, VisuallyHidden } from '@helpdesk/ui'
import { capsOf } from './key-labels'
import * as texts from './texts'

/** A shortcut as key caps: combined keys side by side, keys in sequence separated by "then". */
export function Keys({ keys }: { keys: string }) {
  return (
    <Row>
      {capsOf(keys).map((caps, index) => (
        <span key={index}>
          {index > 0 && <VisuallyHidden> {texts.then} </VisuallyHidden>}
          {caps.map((cap) => (
            <Cap key={cap}>{cap}</Cap>
          ))}
        </span>
      ))}
    </Row>
  )
}

const Row = chakra('span', {
  base: {
    display: 'inline-flex',
    gap: '1.5',
    flexShrink: '0',
    '& > span': { display: 'inline-flex', gap: '0.5' },
  },
})
const Cap = chakra('kbd', {
  base: {
    minWidth: '5',
    px: '1',
    fontFamily: 'inherit',
    fontSize: 'xs',
    lineHeight: '1.25rem',
    textAlign: 'center',
    color: 'fg.muted',
    bg: 'bg.muted',
    borderRadius: 'sm',
    borderWidth: '1px',
    borderColor: 'border',
  },
})
