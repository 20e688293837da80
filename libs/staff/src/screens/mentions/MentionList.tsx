import { Avatar, Badge, chakra, VisuallyHidden } from '@helpdesk/ui'
import { useEffect, useImperativeHandle, useState, type RefObject } from 'react'
import { useStaffSearch } from '../../api/search-staff'
import { useActor } from '../../state/use-actor'
import { mentionOf } from '../../model/mention-query'
import * as texts from './texts'

/** Handles a key by its name. @returns false when it means nothing here */
export type MentionKeys = (key: string) => boolean

interface MentionListProps {
  id: string
  /** What was typed after the `@`. */
  text: string
  keys: RefObject<MentionKeys | null>
  /** The id of the selected option, for the text box, which keeps the focus. */
  onActive: (id: string | undefined) => void
  onPick: (mention: string) => void
}

const MOST = 6

/** Colleagues to mention: arrows select, Enter and Tab pick. */
export function MentionList({ id, text, keys, onActive, onPick }: MentionListProps) {
  const me = useActor()?.id
  const { people } = useStaffSearch(text)
  const [selected, setSelected] = useState(0)
  const found = people.filter((person) => person.id !== me).slice(0, MOST)
  const active = Math.min(selected, found.length - 1)
  const activeId = found[active] && `${id}-${active}`
  useEffect(() => {
    onActive(activeId)
    return () => onActive(undefined)
  }, [activeId, onActive])
  useImperativeHandle(keys, () => (key) => {
    const person = found[active]
    if (!person) return false
    if (key === 'ArrowDown') setSelected((active + 1) % found.length)
    else if (key === 'ArrowUp') setSelected((active + found.length - 1) % found.length)
    else if (key === 'Enter' || key === 'Tab') onPick(mentionOf(person, people))
    else return false
    return true
  })
  if (found.length === 0) return null
  return (
    <>
      <VisuallyHidden role="status">{texts.found(found.length)}</VisuallyHidden>
      <List id={id} role="listbox" aria-label={texts.mentionAColleague}>
        {found.map((person, index) => (
          <Option
            key={person.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            // The text box keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onMouseMove={() => setSelected(index)}
            onClick={() => onPick(mentionOf(person, people))}
          >
            <Avatar name={person.name} seed={person.id} size={20} />
            <Name>{person.name}</Name>
            {person.away_since && <Badge>{texts.away}</Badge>}
            <Email>{person.email}</Email>
          </Option>
        ))}
      </List>
    </>
  )
}

const List = chakra('ul', {
  base: {
    listStyleType: 'none',
    mb: '2',
    p: '1',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'md',
    maxHeight: '56',
    overflowY: 'auto',
  },
})
const Option = chakra('li', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    px: '2',
    py: '1',
    borderRadius: 'sm',
    cursor: 'pointer',
    minWidth: '0',
    '@media (pointer: coarse)': { minHeight: '11' },
    '&[aria-selected="true"]': { bg: 'accent.subtle' },
  },
})
const Name = chakra('span', { base: { overflowWrap: 'anywhere' } })
const Email = chakra('span', {
  base: { flex: '1', minWidth: '0', truncate: true, color: 'fg.muted', fontSize: 'sm' },
})
