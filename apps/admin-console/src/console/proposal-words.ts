import type { Proposal } from '../model/assistant'

const FIELDS: Record<Proposal['kind'], string> = {
  assign: 'Assigned To',
  status: 'Status',
  priority: 'Priority',
  internal_note: 'Internal note',
  reply_draft: 'Reply draft',
}

/** What a proposal would change, in the words of the ticket's page. */
export const proposalField = ({ kind }: Proposal): string => FIELDS[kind]

/** A text that is added, not a value that takes another's place. */
export const addsText = ({ kind }: Proposal): boolean => kind === 'internal_note' || kind === 'reply_draft'
