import { chakra } from '@helpdesk/ui'
import { useId } from 'react'
import type { SplitFault, SplitMessage } from '../../model/split'
import * as texts from './texts'

interface SplitMessagesProps {
  /** Oldest first. */
  messages: readonly SplitMessage[]
  chosen: ReadonlySet<string>
  /** The first chosen one. */
  first: string | undefined
  faults: ReadonlyMap<string, SplitFault>
  /** The name of the new requester. */
  requester: string
  problem: string | undefined
  onChange: (chosen: ReadonlySet<string>) => void
}

/** The messages of a ticket, each with a box that chooses it, and why it cannot be chosen. */
export function SplitMessages({
  messages,
  chosen,
  first,
  faults,
  requester,
  problem,
  onChange,
}: SplitMessagesProps) {
  const id = useId()
  const toggle = (one: string) => {
    const next = new Set(chosen)
    if (!next.delete(one)) next.add(one)
    onChange(next)
  }
  return (
    <Group aria-describedby={problem && `${id}-problem`}>
      <legend>{texts.messages}</legend>
      <ul>
        {messages.map((message) => {
          const fault = faults.get(message.id)
          const isChosen = chosen.has(message.id)
          const reason = fault === 'first' ? texts.needsFirst : fault && texts.couldNotRead(requester)
          return (
            <li key={message.id}>
              <label data-locked={(fault && !isChosen) || undefined}>
                <input
                  type="checkbox"
                  checked={isChosen}
                  // One that was chosen before can always be left out.
                  disabled={Boolean(fault) && !isChosen}
                  aria-describedby={reason && `${id}-${message.id}`}
                  onChange={() => toggle(message.id)}
                />
                <span>
                  <strong>{message.author}</strong>
                  {message.isNote && <small> · {texts.note}</small>} {message.excerpt}
                  {message.files.length > 0 && <small> · {texts.files(message.files)}</small>}
                  {message.id === first && !fault && <small> · {texts.becomesText}</small>}
                </span>
              </label>
              {reason && (
                <small id={`${id}-${message.id}`} data-reason data-wrong={isChosen || undefined}>
                  {reason}
                </small>
              )}
            </li>
          )
        })}
      </ul>
      {problem && (
        <p id={`${id}-problem`} role="alert">
          {problem}
        </p>
      )}
    </Group>
  )
}

const Group = chakra('fieldset', {
  base: {
    minWidth: '0',
    '& legend': { fontSize: 'sm', fontWeight: 'medium', mb: '1' },
    '& ul': {
      listStyleType: 'none',
      maxHeight: '14rem',
      overflowY: 'auto',
      borderWidth: '1px',
      borderColor: 'border',
      borderRadius: 'lg',
    },
    '& li': { p: '2', overflowWrap: 'anywhere', fontSize: 'sm' },
    '& li + li': { borderTopWidth: '1px', borderColor: 'border' },
    '& label': { display: 'flex', gap: '2', alignItems: 'start' },
    '& label > span': { minWidth: '0' },
    '& label[data-locked]': { color: 'fg.muted' },
    '& input': { mt: '1', flexShrink: '0', accentColor: 'accent.solid' },
    '& small': { color: 'fg.muted', fontSize: 'xs' },
    '& [data-reason]': { display: 'block', ps: '6' },
    '& [data-wrong], & [role=alert]': { color: 'danger.fg' },
    '& [role=alert]': { fontSize: 'sm', mt: '1' },
  },
})
