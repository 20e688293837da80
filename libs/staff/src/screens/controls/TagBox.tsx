import { chakra, Input, type InputProps } from '@helpdesk/ui'
import {
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useState,
  type KeyboardEvent,
  type Ref,
  type RefObject,
} from 'react'
import { useTags } from '../../api/list-tags'
import { tagChoices, type TagChoice } from '../../model/tag-choices'
import * as texts from './texts'

/** Picks the selected tag, as Enter does; false when there is none. */
export type PickTag = () => boolean

interface TagBoxProps extends Pick<InputProps, 'placeholder' | 'size' | 'autoFocus'> {
  value: string
  onText: (text: string) => void
  /** The part of the text that names a tag. */
  part?: string
  /** Tags that are not offered. */
  taken: readonly string[]
  /** @param goesOn by a comma: another tag follows */
  onPick: (choice: TagChoice, goesOn: boolean) => void
  /** Called for Enter without a tag to pick. */
  onEnter?: () => void
  ref?: Ref<HTMLInputElement> | undefined
  picker: RefObject<PickTag | null>
}

/**
 * A text box that completes tags in use: arrows select, Enter or a comma picks. A new tag is a choice of its own, the last
 * one, and says its name.
 */
export function TagBox(props: TagBoxProps) {
  const { value, onText, part = value, taken, onPick, onEnter, ref, picker, ...input } = props
  const [isUsed, setUsed] = useState(input.autoFocus === true)
  const [isOpen, setOpen] = useState(isUsed)
  const query = useTags(isUsed)
  const isKnown = query.isSuccess || query.isError
  const choices = isKnown ? tagChoices(part, query.data ?? [], taken) : []
  const [selected, setSelected] = useState({ part, index: 0 })
  const active =
    selected.part === part ? Math.min(selected.index, choices.length - 1) : choices.length > 0 ? 0 : -1
  const id = useId()
  // Enter before the tags in use are known picks once they are.
  const [waits, setWaits] = useState<string | null>(null)
  const pick = (choice: TagChoice | undefined, goesOn = false) => {
    setWaits(null)
    if (choice) onPick(choice, goesOn)
    return choice !== undefined
  }
  const pickWaiting = useEffectEvent(() => {
    if (waits === part) pick(choices[active])
    else setWaits(null)
  })
  useEffect(() => {
    if (isKnown && waits !== null) pickWaiting()
  }, [isKnown, waits])
  const pickActive = (goesOn = false) => {
    if (part.trim() === '') return false
    if (isKnown) return pick(choices[active], goesOn)
    setUsed(true)
    setWaits(part)
    return true
  }
  useImperativeHandle(picker, () => () => pickActive())
  const shows = isOpen && choices.length > 0

  function onKeyDown(event: KeyboardEvent) {
    const { key, nativeEvent } = event
    if (nativeEvent.isComposing) return
    const select = (index: number) => setSelected({ part, index: (index + choices.length) % choices.length })
    if (key === 'Enter') {
      if (!pickActive()) onEnter?.()
    } else if (key === ',' && part.trim() !== '') pickActive(true)
    else if (shows && key === 'ArrowDown') select(active + 1)
    else if (shows && key === 'ArrowUp') select(active - 1)
    else if (shows && key === 'Escape') setOpen(false)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <Box>
      <Input
        {...input}
        ref={ref}
        autoComplete="off"
        value={value}
        onFocus={() => {
          setUsed(true)
          setOpen(true)
        }}
        onBlur={() => setOpen(false)}
        onChange={({ target }) => {
          setOpen(true)
          onText(target.value)
        }}
        onKeyDown={onKeyDown}
        role="combobox"
        aria-expanded={shows}
        aria-controls={shows ? id : undefined}
        aria-autocomplete="list"
        aria-activedescendant={shows && active >= 0 ? `${id}-${active}` : undefined}
      />
      <List id={id} role="listbox" aria-label={texts.tagsInUse} hidden={!shows}>
        {choices.map((choice, index) => (
          <Option
            key={`${choice.tag}-${choice.isNew}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            // Keeps the focus in the box.
            onMouseDown={(event) => event.preventDefault()}
            onMouseMove={() => setSelected({ part, index })}
            onClick={() => pick(choice)}
          >
            <span dir="auto">{choice.isNew ? texts.createTag(choice.tag) : choice.tag}</span>
          </Option>
        ))}
      </List>
    </Box>
  )
}

const Box = chakra('div', { base: { position: 'relative', flex: '1', minWidth: '0' } })
const List = chakra('ul', {
  base: {
    position: 'absolute',
    insetInlineStart: '0',
    top: 'calc(100% + 4px)',
    zIndex: '12',
    width: 'full',
    maxHeight: '48',
    overflowY: 'auto',
    p: '1',
    listStyleType: 'none',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderRadius: 'md',
    boxShadow: 'md',
    // A dialog cuts off what stands out of it.
    'dialog &': { position: 'static', marginTop: '1', boxShadow: 'none' },
  },
})
const Option = chakra('li', {
  base: {
    px: '2',
    py: '1',
    borderRadius: 'sm',
    overflowWrap: 'anywhere',
    cursor: 'pointer',
    '&[aria-selected="true"]': { bg: 'accent.subtle' },
    '@media (pointer: coarse)': { py: '2.5' },
  },
})
