import { Button, chakra, Flex } from '@helpdesk/ui'
import type { DraftState, TicketDraft } from '../../data-access/ticket-draft'

type Draft = DraftState & Pick<TicketDraft, 'clear' | 'swap'>

const words: Record<DraftState['saved'], string> = {
  empty: '',
  device: 'Draft saved on this device',
  saving: 'Saving draft…',
  server: 'Draft saved',
}

/** Where the draft is safe, whether it was found here again, and the way to delete it. */
export function DraftLine({ draft }: { draft: Draft }) {
  const { text, restored, other, saved } = draft
  if (!text && other === null) return null
  return (
    <Flex alignItems="center" wrap="wrap" columnGap="2" color="fg.muted" fontSize="sm" minHeight="7">
      <Status role="status">
        {restored ? 'Draft restored' : words[saved]}
        {other !== null && '. Another version was written on another device.'}
      </Status>
      {other !== null && (
        <Button size="sm" variant="ghost" onClick={draft.swap}>
          Show the other version
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
