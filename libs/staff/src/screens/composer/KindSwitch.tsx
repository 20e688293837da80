import { chakra } from '@helpdesk/ui'
import type { DraftKind } from '../../api/save-draft'
import * as texts from './texts'

const kinds: { id: DraftKind; label: string }[] = [
  { id: 'comment', label: texts.reply },
  { id: 'note', label: texts.internalNote },
]

interface KindSwitchProps {
  kind: DraftKind
  onSwitch: (kind: DraftKind) => void
}

/** Switches between a reply and an internal note. */
export const KindSwitch = ({ kind, onSwitch }: KindSwitchProps) =>
  kinds.map(({ id, label }) => (
    <Switch key={id} type="button" aria-pressed={id === kind} onClick={() => onSwitch(id)}>
      {label}
    </Switch>
  ))

const Switch = chakra('button', {
  base: {
    px: '2.5',
    minHeight: '7',
    fontSize: 'sm',
    fontWeight: 'medium',
    borderRadius: 'md',
    color: 'fg.muted',
    cursor: 'pointer',
    '@media (pointer: coarse)': { minHeight: '11' },
    _hover: { bg: 'bg.muted' },
    '&[aria-pressed="true"]': { bg: 'bg.emphasized', color: 'fg' },
  },
})
