import type { Mention } from '@helpdesk/tickets/model/rows'

export type MentionPart = string | { id: string; name: string }

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Splits a text at its mentions. They have the person's present name, whatever was written. */
export function splitMentions(
  text: string,
  mentions: readonly Pick<Mention, 'person_id' | 'name' | 'written'>[],
): MentionPart[] {
  if (mentions.length === 0) return [text]
  const forms = mentions.map(({ written }) => written).sort((a, b) => b.length - a.length)
  return text.split(new RegExp(`(${forms.map(escaped).join('|')})`, 'i')).flatMap((part): MentionPart[] => {
    if (part === '') return []
    const found = mentions.find(({ written }) => written.toLowerCase() === part.toLowerCase())
    return [found ? { id: found.person_id, name: found.name } : part]
  })
}
