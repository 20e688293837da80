import type { FoundPlace, FoundTicket } from './found-tickets'
import { isolate } from './text-direction'
import * as texts from './found-texts'

const labels: Record<FoundPlace, string> = {
  description: texts.inDescription,
  file: texts.inFile,
  comment: texts.inComment,
  note: texts.inNote,
  tag: texts.inTag,
  requester: texts.inRequester,
  assignee: texts.inAssignee,
}

/** Names the part that matches: `Comment by Avery Lindqvist`; null when only the subject does. */
export function foundLabel({ found_in: place, found_by: author }: FoundTicket): string | null {
  if (!place) return null
  return author ? texts.writtenBy(labels[place], isolate(author)) : labels[place]
}
