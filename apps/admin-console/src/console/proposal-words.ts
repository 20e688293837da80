import type { Proposal } from '../model/assistant'

const FIELDS: Record<Proposal['kind'], string> = {
  assign: 'Assigned To',
  status: 'Status',
  priority: 'Priority',
  internal_note: 'Internal note',
  reply_draft: 'Reply draft',
}

/** Name of the field that a proposal changes, as on the ticket page. */
export const proposalField = ({ kind }: Proposal): string => FIELDS[kind]

/** Whether a proposal adds text instead of replacing a value. */
export const addsText = ({ kind }: Proposal): boolean => kind === 'internal_note' || kind === 'reply_draft'
