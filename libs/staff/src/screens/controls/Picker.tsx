import { chakra, SearchInput, Text } from '@helpdesk/ui'
import { Keys } from '../../keys/Keys'
import { digitOf } from './digit'
import { Fragment, useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'

export interface PickerItem {
  id: string
  label: ReactNode
  /** Shown below the label. */
  detail?: ReactNode
  /** Shown at the end of the line, such as a shortcut. */
  aside?: ReactNode
  /** The heading that it stands below. Items of one group follow each other. */
  group?: string | undefined
  /** Its digit in a numbered list, where that is not its place. */
  digit?: number
}

interface PickerProps<Item extends PickerItem> {
  /** The accessible name of the search box and its list. */
  label: string
  placeholder: string
  items: readonly Item[]
  query: string
  onQuery: (query: string) => void
  onPick: (item: Item) => void
  onClose: () => void
  /** Shown in place of an empty list. */
  empty: ReactNode
  /** The id of the item that is selected at first; the first one without it. */
  value?: string | undefined
  /** Shown below the list for the selected item. */
  preview?: (item: Item) => ReactNode
  /** Digits pick items while the box is empty: the first nine, or by the items' own digits. */
  numbered?: boolean
}

/** A search box with a list: arrows select, Enter picks, Escape closes. The focus stays in the box. */
export function Picker<Item extends PickerItem>(props: PickerProps<Item>) {
  const { label, items, query, onPick, onClose } = props
  const box = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const id = useId()
  const first =
    query === ''
      ? Math.max(
          items.findIndex((item) => item.id === props.value),
          0,
        )
      : 0
  const [selected, setSelected] = useState(first)
  const [listed, setListed] = useState(query)
  if (listed !== query) {
    setListed(query)
    setSelected(first)
  }
  const active = Math.min(selected, items.length - 1)
  const isNumbered = props.numbered === true && query === ''
  useEffect(() => box.current?.focus(), [])
  useEffect(() => {
    list.current?.querySelectorAll('[role="option"]')[active]?.scrollIntoView?.({ block: 'nearest' })
  }, [active])

  function onKeyDown(event: KeyboardEvent) {
    // during composition Enter and arrows belong to the input method
    if (event.nativeEvent.isComposing) return
    const item = items[active]
    const numbered =
      isNumbered &&
      !event.ctrlKey &&
      !event.metaKey &&
      !event.altKey &&
      items.find((each, index) => (each.digit ?? index + 1) === digitOf(event.key) + 1)
    if (numbered) onPick(numbered)
    else if (event.key === 'ArrowDown') setSelected(Math.min(active + 1, items.length - 1))
    else if (event.key === 'ArrowUp') setSelected(Math.max(active - 1, 0))
    else if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter' && item) onPick(item)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div>
      <SearchInput
        ref={box}
        label={label}
        placeholder={props.placeholder}
        value={query}
        onChange={props.onQuery}
        onKeyDown={onKeyDown}
        role="combobox"
        aria-expanded
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={items[active] && `${id}-${active}`}
        autoComplete="off"
      />
      <List ref={list} id={id} role="listbox" aria-label={label} data-short={props.preview ? '' : undefined}>
        {items.map((item, index) => (
          <Fragment key={item.id}>
            {item.group && item.group !== items[index - 1]?.group && (
              <Heading role="presentation" dir="auto">
                {item.group}
              </Heading>
            )}
            <Option
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              onMouseDown={(event) => event.preventDefault()}
              onMouseMove={() => setSelected(index)}
              onClick={() => onPick(item)}
            >
              <Line>
                <span dir="auto">{item.label}</span>
                {isNumbered && index < 9 ? <Keys keys={String(item.digit ?? index + 1)} /> : item.aside}
              </Line>
              {item.detail && <Detail dir="auto">{item.detail}</Detail>}
            </Option>
          </Fragment>
        ))}
      </List>
      {props.preview && items[active] && <Preview dir="auto">{props.preview(items[active])}</Preview>}
      {items.length === 0 && (
        <Text tone="muted" fontSize="sm" padding="2" role="status">
          {props.empty}
        </Text>
      )}
    </div>
  )
}

const List = chakra('ul', {
  base: {
    listStyleType: 'none',
    maxHeight: '64',
    overflowY: 'auto',
    marginTop: '1',
    '&[data-short]': { maxHeight: '40' },
  },
})
const Option = chakra('li', {
  base: {
    px: '2',
    py: '1.5',
    borderRadius: 'sm',
    cursor: 'pointer',
    overflowWrap: 'anywhere',
    '&[aria-selected="true"]': { bg: 'accent.subtle' },
  },
})
const Line = chakra('span', {
  base: {
    display: 'flex',
    justifyContent: 'space-between',
    alignItems: 'center',
    gap: '3',
    '& > :first-child': { minWidth: '0', overflowWrap: 'anywhere' },
  },
})
const Detail = chakra('span', {
  base: { display: 'block', color: 'fg.muted', fontSize: 'sm', lineClamp: '2' },
})
const Heading = chakra('li', {
  base: {
    px: '2',
    paddingTop: '2',
    paddingBottom: '0.5',
    color: 'fg.muted',
    fontSize: 'sm',
    fontWeight: 'medium',
  },
})
const Preview = chakra('div', {
  base: {
    borderTopWidth: '1px',
    borderColor: 'border',
    marginTop: '1',
    paddingX: '2',
    paddingTop: '2',
    color: 'fg.muted',
    fontSize: 'sm',
    // The list above does not move when another item is selected.
    height: '20',
    overflow: 'hidden',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
})
