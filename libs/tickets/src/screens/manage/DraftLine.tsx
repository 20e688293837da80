import { Button, chakra, Flex } from '@helpdesk/ui'
import type { DraftState, TicketDraft } from '../../data-access/ticket-draft'

type Draft = DraftState & Pick<TicketDraft, 'clear' | 'swap'>

const words: Record<DraftState['saved'], string> = {
  empty: '',
  device: 'Draft saved on this device',
  saving: 'Saving draft…',
  server: 'Draft saved',
}

function sentence({ text, restored, other, saved }: DraftState): string {
  if (!text) return 'This draft was sent or deleted on another device.'
  const state = restored ? 'Draft restored' : words[saved]
  return other === null ? state : `${state}. Another version was written on another device.`
}

/** Where the draft is safe, whether it was found here again, and the way to delete it. */
export function DraftLine({ draft }: { draft: Draft }) {
  const { text, other } = draft
  if (!text && other === null) return null
  return (
    <Flex alignItems="center" wrap="wrap" columnGap="2" color="fg.muted" fontSize="sm" minHeight="7">
      <Status role="status">{sentence(draft)}</Status>
      {other !== null && (
        <Button size="sm" variant="ghost" onClick={draft.swap}>
          {text ? 'Show the other version' : 'Bring it back'}
        </Button>
      )}
      {text && (
        <Button size="sm" variant="ghost" onClick={draft.clear}>
          Delete draft
        </Button>
      )}
    </Flex>
  )
}

const Status = chakra('span', { base: { minWidth: '0', overflowWrap: 'anywhere' } })
