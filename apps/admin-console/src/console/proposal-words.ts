import type { Proposal } from '../model/assistant'
import * as texts from './texts'

const FIELDS: Record<Proposal['kind'], string> = {
  assign: texts.assignedTo,
  status: texts.status,
  priority: texts.priority,
  internal_note: texts.internalNote,
  reply_draft: texts.replyDraft,
}

/** Name of the field that a proposal changes, as on the ticket page. */
export const proposalField = ({ kind }: Proposal): string => FIELDS[kind]

/** Whether a proposal adds text instead of replacing a value. */
export const addsText = ({ kind }: Proposal): boolean => kind === 'internal_note' || kind === 'reply_draft'
