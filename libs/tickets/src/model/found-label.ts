import type { FoundPlace, FoundTicket } from './found-tickets'

const labels: Record<FoundPlace, string> = {
  description: 'Description',
  file: 'File',
  comment: 'Comment',
  note: 'Note',
  tag: 'Tag',
  requester: 'Requester',
  assignee: 'Assignee',
}

/** Names the part that matches: `Comment by Avery Lindqvist`; null when only the subject does. */
export function foundLabel({ found_in: place, found_by: author }: FoundTicket): string | null {
  if (!place) return null
  return author ? `${labels[place]} by ${author}` : labels[place]
}
